import { ControlError, type ControlErrorCode } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { type Messaging, MessagingError, type MessagingProblem } from "./messaging.ts";

/** The {@link Messaging} of a reference server, by its controls over HTTP. No other service has them. */
export async function connectReferenceMessaging(url: string): Promise<Messaging> {
  const { control } = await connect(url);
  return {
    confirm: (callback) => control.oauth.confirm(callback).catch(fail),
    status: (brainId) => control.installations.status({ brainId }).catch(fail),
    async bind(channel) {
      try {
        return await control.bindings.create(channel);
      } catch (error) {
        const { brainId, installationId, channelId } = channel;
        const { bindings } = await control.installations.status({ brainId }).catch(fail);
        const bound = bindings.find(
          (binding) => binding.installationId === installationId && binding.channelId === channelId,
        );
        return bound ?? fail(error);
      }
    },
  };
}

const problems: Partial<Record<ControlErrorCode, MessagingProblem>> = {
  oauth_expired_state: "expired",
  oauth_used_state: "used",
  not_found: "not_found",
  unreachable: "unavailable",
};

function fail(error: unknown): never {
  if (!(error instanceof ControlError)) throw error;
  throw new MessagingError(problems[error.code] ?? "rejected", { cause: error });
}
