import type { Rule } from "./rule.ts";

/** Lists the channels that the bot sees in an installation of the caller's organization. Specification, section 4.3. */
export const channelsList: Rule<"channels.list"> = {
  id: "channels.list",
  run({ input, store, fail }) {
    if (!store.brains.has(input.params.brainId)) fail.notFound("Brain");
    const installation = store.installations.get(input.query.installationId) ?? fail.notFound("Installation");
    return Array.from(installation.channels.values(), ({ installationId: _, ...channel }) => channel);
  },
};
