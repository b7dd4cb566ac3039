import type { Channel, ListChannelsInput } from "@knowledge-base/types";
import type { ResourceMethods } from "@knowledge-base/types/internal";
import type { CallPromise } from "../call/call-promise.ts";
import type { CallError } from "../errors/error-table.ts";
import type { CallOptions } from "../options/client-options.ts";

/** Lists the channels of the messaging platform. */
export interface Channels extends ResourceMethods<"channels"> {
  /**
   * Lists the channels of an installation that the service's bot can see. `isMember` is true if the bot is a member of the channel.
   *
   * Rejects with a {@link CallError}.
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const installationId = "installation_harbour_line";
   * const channels = await kb.channels.list({ brainId: "brain_operations", installationId });
   * console.log(channels[0]?.name); // bridge
   * ```
   *
   * @see [channels.list](../../../../docs/operations/channels.list.md)
   * @see Specification, section 4.3
   */
  list(input: ListChannelsInput, options?: CallOptions): CallPromise<Channel[], CallError<"channels.list">>;
}
