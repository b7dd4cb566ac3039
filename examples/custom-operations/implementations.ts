import { implement } from "@knowledge-base/server";
import { confirmOauth, getMessagingStatus, restorePage } from "./operations.ts";

export const operations = [
  implement(getMessagingStatus, ({ input, control }) => ({
    installationIds: control.installations.list().map(({ id }) => id),
    boundChannels: control.bindings.list(input).length,
  })),
  implement(confirmOauth, async ({ input, control }) => {
    const { id } = await control.oauth.confirm(input);
    return { installationId: id };
  }),
  implement(restorePage, ({ input, control }) => control.pages.restore(input)),
];
