import type {
  ArchivePageInput,
  Channel,
  ChannelBinding,
  Disconnect,
  GetPromptIndexInput,
  IndexEntry,
  ListChannelsInput,
  OAuthStart,
  Page,
  StartOAuthInput,
  UnbindChannelInput,
  UpdateBindingInput,
} from "@knowledge-base/types";
import type { ResourceMethods } from "@knowledge-base/types/internal";
import type { CallPromise } from "./call/call-promise.ts";
import type { CallError } from "./errors/error-table.ts";
import type { CallOptions } from "./options/client-options.ts";

/** Changes and removes the bindings of channels to brains. */
export interface Bindings extends ResourceMethods<"bindings"> {
  /**
   * Changes the notification flags of a binding. Omitted flags aren't changed.
   *
   * Rejects with a {@link CallError}.
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const ids = { brainId: "brain_operations", bindingId: "binding_bridge" };
   * const binding = await kb.bindings.update({ ...ids, notifyBriefs: false });
   * console.log(binding.notifyBriefs); // false
   * ```
   *
   * @see [bindings.update](../../../docs/operations/bindings.update.md)
   * @see Specification, section 4.1
   */
  update(input: UpdateBindingInput, options?: CallOptions): CallPromise<ChannelBinding, CallError<"bindings.update">>;

  /**
   * Disconnects one channel from a brain. The installation and its other bindings aren't affected.
   *
   * Rejects with a {@link CallError}.
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const { disconnected } = await kb.bindings.unbind({ brainId: "brain_operations", bindingId: "binding_yard" });
   * console.log(disconnected); // true
   * ```
   *
   * @see [bindings.unbind](../../../docs/operations/bindings.unbind.md)
   * @see Specification, section 4.6
   */
  unbind(input: UnbindChannelInput, options?: CallOptions): CallPromise<Disconnect, CallError<"bindings.unbind">>;
}

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
   * @see [channels.list](../../../docs/operations/channels.list.md)
   * @see Specification, section 4.3
   */
  list(input: ListChannelsInput, options?: CallOptions): CallPromise<Channel[], CallError<"channels.list">>;
}

/** Connects brains to the messaging platform. */
export interface OAuth extends ResourceMethods<"oauth"> {
  /**
   * Creates a signed URL that a user opens to install the service's app on the messaging platform. The URL expires at `expiresAt`.
   *
   * Rejects with a {@link CallError}.
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const { authorizationUrl } = await kb.oauth.start({ brainId: "brain_operations" });
   * console.log(new URL(authorizationUrl).searchParams.has("state")); // true
   * ```
   *
   * @see [oauth.start](../../../docs/operations/oauth.start.md)
   * @see Specification, section 4.5
   */
  start(input: StartOAuthInput, options?: CallOptions): CallPromise<OAuthStart, CallError<"oauth.start">>;
}

/** Archives the pages of brains. */
export interface Pages extends ResourceMethods<"pages"> {
  /**
   * Archives a page: hides it from lists and search until it is restored. Its content, versions and connections are kept.
   *
   * Rejects with a {@link CallError}.
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const page = await kb.pages.archive({ brainId: "brain_operations", slug: "weather-limits" });
   * console.log(page.status); // archived
   * ```
   *
   * @see [pages.archive](../../../docs/operations/pages.archive.md)
   * @see Specification, section 4.2
   */
  archive(input: ArchivePageInput, options?: CallOptions): CallPromise<Page, CallError<"pages.archive">>;
}

/** Reads compact indexes of brains, for prompts. */
export interface PromptIndex extends ResourceMethods<"promptIndex"> {
  /**
   * Returns a compact index of the most important pages of a brain, for a prompt. Pinned entries come first.
   *
   * Rejects with a {@link CallError}.
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const entries = await kb.promptIndex.get({ brainId: "brain_operations", limit: 20 });
   * console.log(entries[0]?.slug); // electric-fleet-programme
   * ```
   *
   * @see [promptIndex.get](../../../docs/operations/promptIndex.get.md)
   * @see Specification, section 4.4
   */
  get(input: GetPromptIndexInput, options?: CallOptions): CallPromise<IndexEntry[], CallError<"promptIndex.get">>;
}
