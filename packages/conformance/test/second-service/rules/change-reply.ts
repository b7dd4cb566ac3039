import type { Reply } from "../http/reply.ts";
import type { ServiceRequest } from "../http/service-request.ts";
import type { RuleChange } from "./rule-change.ts";

/** Changes whole responses. The result of `change` replaces parts of the response. */
export function changeReply(
  change: (reply: Reply, request: ServiceRequest) => Partial<Reply> | Promise<Partial<Reply>>,
): RuleChange {
  return (rules) => ({
    reply: async (reply, request) => {
      const original = await rules.reply(reply, request);
      return { ...original, ...(await change(original, request)) };
    },
  });
}
