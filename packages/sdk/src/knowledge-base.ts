import type { ResourceMethods, ResourceName } from "@knowledge-base/types";
import type { ClientOptions } from "./client-options.ts";
import { Bindings } from "./resources/bindings.ts";
import { Channels } from "./resources/channels.ts";
import { OAuth } from "./resources/oauth.ts";
import { Pages } from "./resources/pages.ts";
import { PromptIndex } from "./resources/prompt-index.ts";
import { createCall } from "./transport/transport.ts";

/**
 * The client of the knowledge-base service: a method for each operation.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const entries = await kb.promptIndex.get({ brainId: "brain_operations", limit: 20 });
 * ```
 */
export class KnowledgeBase implements Resources {
  /** Bindings of channels to brains. */
  readonly bindings: Bindings;
  /** Channels of the messaging platform. */
  readonly channels: Channels;
  /** Connecting a brain to the messaging platform. */
  readonly oauth: OAuth;
  /** Pages of brains. */
  readonly pages: Pages;
  /** The compact index of a brain, made for a prompt. */
  readonly promptIndex: PromptIndex;

  /** @throws {@link ConfigurationError} where an option is not usable */
  constructor(options: ClientOptions) {
    const call = createCall(options);
    this.bindings = new Bindings(call);
    this.channels = new Channels(call);
    this.oauth = new OAuth(call);
    this.pages = new Pages(call);
    this.promptIndex = new PromptIndex(call);
  }
}

type Resources = { readonly [Resource in ResourceName]: ResourceMethods<Resource> };
