import type { Input, Operation, OperationId, Output } from "@knowledge-base/types";
import type { ContractEntry, ResourceMethods, ResourceName } from "@knowledge-base/types/internal";
import type { CallPromise } from "./call/call-promise.ts";
import { type Call, createCall } from "./call/create-call.ts";
import { describeRequest, type RequestDescription } from "./call/describe-request.ts";
import type { CallError } from "./errors/call-error.ts";
import { createError } from "./errors/create-error.ts";
import type { CallOptions, ClientOptions } from "./options/client-options.ts";
import { type ClientSettings, readClientOptions, secretsOf } from "./options/settings.ts";
import { Bindings } from "./resources/bindings.ts";
import { Channels } from "./resources/channels.ts";
import { OAuth } from "./resources/oauth.ts";
import { Pages } from "./resources/pages.ts";
import { PromptIndex } from "./resources/prompt-index.ts";

/**
 * Calls the knowledge-base service, with one method for each operation.
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
 * @see [Quick start](../../../docs/guides/quick-start.md)
 * @see [Make calls](../../../docs/guides/make-calls.md)
 */
export class KnowledgeBase implements Resources {
  /** Changes and removes the bindings of channels to brains. */
  readonly bindings: Bindings;
  /** Lists the channels of the messaging platform. */
  readonly channels: Channels;
  /** Connects brains to the messaging platform. */
  readonly oauth: OAuth;
  /** Archives the pages of brains. */
  readonly pages: Pages;
  /** Reads compact indexes of brains, for prompts. */
  readonly promptIndex: PromptIndex;

  readonly #settings: ClientSettings;
  readonly #call: Call;

  /**
   * Creates a client without sending a request. If the base URL or the key is missing, each call rejects.
   *
   * @throws {@link ConfigurationError} if an option is unknown or invalid
   */
  constructor(options: ClientOptions = {}) {
    const inherited = inheritedSettings;
    inheritedSettings = undefined;
    const { apiKey }: ClientOptions = Object(options);
    const secrets = secretsOf(inherited ?? { headers: new Map() });
    if (typeof apiKey === "string") secrets.add(apiKey);
    try {
      this.#settings = readClientOptions(options, inherited);
      this.#call = createCall(this.#settings);
    } catch (thrown) {
      throw createError(thrown, { task: "create a client" }, secrets);
    }
    this.bindings = new Bindings(this.#call);
    this.channels = new Channels(this.#call);
    this.oauth = new OAuth(this.#call);
    this.pages = new Pages(this.#call);
    this.promptIndex = new PromptIndex(this.#call);
  }

  /**
   * Creates another client with some options changed. Headers and `fetchOptions` are merged. Undefined unsets `fetch`, `clock`, `random`,
   * `logger`, `use`, `shouldRetry` and the hooks; other options that are undefined are not changed.
   *
   * @throws {@link ConfigurationError} if an option is unknown or invalid
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const patient = kb.withOptions({ retries: 5, deadline: 300_000 });
   * ```
   */
  withOptions(changes: ClientOptions): KnowledgeBase {
    return changeClient(changes, this.#settings);
  }

  /**
   * Calls a custom operation, declared with {@link defineOperation}. Its schemas parse its input and its output. It is retried,
   * validated and logged like the operations of the service.
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
   *   success: { status: 201, schema: z.object({ slug: z.string(), status: z.string() }) },
   *   errors: [401, 404],
   *   idempotency: "idempotent",
   * });
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const page = await kb.call(restorePage, { brainId: "brain_operations", slug: "weather-limits" });
   * console.log(page.slug, page.status); // weather-limits active
   * ```
   */
  call<AnyOperation extends Operation>(
    operation: AnyOperation,
    input: Input<AnyOperation>,
    options?: CallOptions,
  ): CallPromise<Output<AnyOperation>, CallError<AnyOperation>> {
    return this.#call(operation, input, options);
  }

  /**
   * Returns the request that a call would send, without sending it. The key is redacted. It may be missing, and the function `apiKey`
   * is not called.
   *
   * @param operation - The id of an operation of the service, or a custom operation. The schemas of its `query` and `body` must
   * be synchronous.
   * @throws {@link InputError} if the input is invalid
   * @throws {@link ConfigurationError} if there is no base URL or no such operation, if an option is unknown or invalid, or if a
   * schema of the input is asynchronous
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const request = kb.describe("promptIndex.get", { brainId: "brain_operations", limit: 5 });
   * console.log(request.url); // https://kb.example.com/v1/brains/brain_operations/index?limit=5
   * ```
   *
   * @see [Make calls](../../../docs/guides/make-calls.md)
   */
  describe<Described extends OperationId | Operation>(
    operation: Described,
    input: Input<EntryOf<Described>>,
    options?: CallOptions,
  ): RequestDescription {
    return describeRequest(operation, input, options, this.#settings);
  }
}

type EntryOf<Described extends OperationId | Operation> = Described extends OperationId
  ? ContractEntry<Described>
  : Extract<Described, Operation>;

/** The settings that the next client changes: a parameter of the constructor would be public. */
let inheritedSettings: ClientSettings | undefined;

/** The bundler renames a class that refers to itself, so that it would be printed with the wrong name. */
function changeClient(changes: ClientOptions, settings: ClientSettings): KnowledgeBase {
  inheritedSettings = settings;
  return new KnowledgeBase(changes);
}

type Resources = { readonly [Resource in ResourceName]: ResourceMethods<Resource> };
