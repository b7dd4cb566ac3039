import { contract } from "@knowledge-base/types";
import { implementService } from "../http/implementation.ts";

/** Lists the channels that the bot sees in an installation of the caller's organization. Specification, section 4.3. */
export const channelsList = implementService(contract["channels.list"], ({ input, store, fail }) => {
  if (!store.get("brains", input.brainId)) fail.notFound("Brain");
  const channels = store.collection("channels", input.installationId) ?? fail.notFound("Installation");
  return Array.from(channels.values(), ({ installationId: _, ...channel }) => channel);
});
