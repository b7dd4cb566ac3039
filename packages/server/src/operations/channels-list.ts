import type { Rule } from "./rule.ts";

/** Lists the channels that the bot sees in an installation of the caller's organization. Specification, section 4.3. */
export const channelsList: Rule<"channels.list"> = {
  id: "channels.list",
  run({ input, store, fail }) {
    if (!store.get("brains", input.params.brainId)) fail.notFound("Brain");
    const channels = store.collection("channels", input.query.installationId) ?? fail.notFound("Installation");
    return Array.from(channels.values(), ({ installationId: _, ...channel }) => channel);
  },
};
