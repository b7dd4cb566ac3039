import { connect } from "@knowledge-base/server/control";

interface ChosenChannel {
  readonly brainId: string;
  readonly installationId: string;
  readonly channelId: string;
}

export type Messaging = Awaited<ReturnType<typeof connectMessaging>>;

/**
 * Returns the operations that the app needs and the specification doesn't define. They are controls, which only the reference
 * server has. Replace them with your service's own, for instance with `kb.call(defineOperation({ … }), input)`.
 */
export async function connectMessaging(url: string) {
  const { control } = await connect(url);

  const status = (brainId: string) => control.installations.status({ brainId });

  return {
    status,
    // What the specification calls `confirmOauth`: turns the platform's callback into an installation.
    confirm: (callback: { readonly code: string; readonly state: string }) => control.oauth.confirm(callback),
    // A channel that is bound already stays as it is, so that a form may be sent twice.
    async bind(channel: ChosenChannel) {
      const { bindings } = await status(channel.brainId);
      const isBound = bindings.some(
        ({ installationId, channelId }) => installationId === channel.installationId && channelId === channel.channelId,
      );
      if (!isBound) await control.bindings.create(channel);
    },
  };
}
