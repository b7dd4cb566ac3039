import {
  contract,
  type Input,
  type InputOf,
  type Operation,
  type OperationId,
  type OutputOf,
  type ResourceMethods,
  type ResourceName,
} from "@knowledge-base/types";
import type { CallPromise } from "./call/call-promise.ts";
import { type Call, createCall } from "./call/create-call.ts";
import { describeRequest, type RequestDescription } from "./call/describe-request.ts";
import type { CallError } from "./errors/call-error.ts";
import type { CallOptions, ClientOptions } from "./options/client-options.ts";
import { readHeaders } from "./options/headers.ts";
import { readSettings, type Settings } from "./options/settings.ts";
import { Bindings } from "./resources/bindings.ts";
import { Channels } from "./resources/channels.ts";
import { OAuth } from "./resources/oauth.ts";
import { Pages } from "./resources/pages.ts";
import { PromptIndex } from "./resources/prompt-index.ts";

/**
 * The client of the knowledge-base service: a method for each operation.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const entries = await kb.promptIndex.get({ brainId: "brain_operations", limit: 20 });
 * console.log(entries[0]?.slug); // electric-fleet-programme
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

  readonly #options: ClientOptions;
  readonly #settings: Settings;
  readonly #call: Call;

  /**
   * Makes a client. It sends nothing. A base URL or a key that is missing is told of at the first call.
   *
   * @throws {@link ConfigurationError} where an option is not known, or not usable
   */
  constructor(options: ClientOptions = {}) {
    this.#options = { ...options };
    this.#settings = readSettings(options);
    this.#call = createCall(this.#settings);
    this.bindings = new Bindings(this.#call);
    this.channels = new Channels(this.#call);
    this.oauth = new OAuth(this.#call);
    this.pages = new Pages(this.#call);
    this.promptIndex = new PromptIndex(this.#call);
  }

  /**
   * Makes another client with some options changed. Headers are merged, and what is undefined is not changed.
   *
   * @throws {@link ConfigurationError} where an option is not known, or not usable
   */
  withOptions(changes: ClientOptions): KnowledgeBase {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const headers = readHeaders(changes.headers, this.#settings.headers);
    return createClient({ ...this.#options, ...given, headers });
  }

  /**
   * Calls an operation that is not in the contract, declared by {@link defineOperation}. It is checked, retried and
   * reported like any other.
   *
   * @example
   * ```ts
   * import { defineOperation, KnowledgeBase } from "@knowledge-base/sdk";
   * import * as z from "zod";
   *
   * const restorePage = defineOperation({
   *   id: "pages.restore",
   *   summary: "Restore a page",
   *   method: "POST",
   *   path: "/v1/brains/{brainId}/pages/{slug}/restore",
   *   success: { status: 201, schema: z.object({ slug: z.string() }) },
   *   errors: [401, 404],
   *   idempotency: "idempotent",
   * });
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const page = await kb.call(restorePage, { brainId: "brain_operations", slug: "weather-limits" });
   * console.log(page.slug); // weather-limits
   * ```
   */
  call<AnyOperation extends Operation>(
    operation: AnyOperation,
    input: InputOf<AnyOperation>,
    options?: CallOptions,
  ): CallPromise<OutputOf<AnyOperation>, CallError<AnyOperation>> {
    return this.#call(operation, input, options);
  }

  /**
   * Describes the request that a call would send, without sending it. The key is never part of it.
   *
   * @throws {@link InputError} where the input is not what the operation takes
   * @throws {@link ConfigurationError} where an option is missing, not known, or not usable
   */
  describe<Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions): RequestDescription {
    return describeRequest(contract[id], input, options, this.#settings);
  }
}

/** A class that makes another of itself is built under two names, and printed with the wrong one. */
function createClient(options: ClientOptions): KnowledgeBase {
  return new KnowledgeBase(options);
}

type Resources = { readonly [Resource in ResourceName]: ResourceMethods<Resource> };
