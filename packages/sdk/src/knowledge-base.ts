import { fieldsOf } from "@knowledge-base/internal/json";
import { contract, type Input, type Operation, type OperationId, type Output } from "@knowledge-base/types";
import type { ResourceMethods, ResourceName } from "@knowledge-base/types/internal";
import { describeRequest, type RequestDescription, runCall } from "./call/call.ts";
import { CallPromise } from "./call/call-promise.ts";
import type { CallError } from "./errors/error-table.ts";
import { toKnowledgeBaseError } from "./errors/failure.ts";
import { ApiKey } from "./options/api-key.ts";
import type { CallOptions, ClientOptions } from "./options/client-options.ts";
import { createLogger } from "./options/logger.ts";
import { type ClientSettings, type ClientState, readClientOptions } from "./options/settings.ts";
import type { Bindings } from "./resources/bindings.ts";
import type { Channels } from "./resources/channels.ts";
import type { OAuth } from "./resources/oauth.ts";
import type { Pages } from "./resources/pages.ts";
import type { PromptIndex } from "./resources/prompt-index.ts";
import { Secrets } from "./secrets.ts";

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
  /** The base URL of the option `baseUrl` without a slash at its end; undefined if calls read it from the environment. */
  readonly baseUrl: string | undefined;

  readonly #client: ClientState;

  /**
   * Creates a client without sending a request. If the base URL or the key is missing, each call rejects.
   *
   * @throws {@link ConfigurationError} if an option is unknown or invalid
   */
  constructor(options?: ClientOptions);
  constructor(options: ClientOptions = {}, base?: ClientState) {
    const settings = readOptions(options);
    const apiKey = base && base.apiKey.option === settings.apiKey ? base.apiKey : new ApiKey(settings.apiKey);
    const reported = base?.reported ?? new Set();
    this.#client = { settings, logger: createLogger(settings), apiKey, reported };
    this.baseUrl = settings.baseUrl;
    // Behind a proxy, such as `reactive` of Vue, a method that isn't bound couldn't read the private field.
    this.withOptions = this.withOptions.bind(this);
    this.call = this.call.bind(this);
    this.describe = this.describe.bind(this);
    this.bindings = {
      update: (input, options) => this.call(contract["bindings.update"], input, options),
      unbind: (input, options) => this.call(contract["bindings.unbind"], input, options),
    };
    this.channels = { list: (input, options) => this.call(contract["channels.list"], input, options) };
    this.oauth = { start: (input, options) => this.call(contract["oauth.start"], input, options) };
    this.pages = { archive: (input, options) => this.call(contract["pages.archive"], input, options) };
    this.promptIndex = { get: (input, options) => this.call(contract["promptIndex.get"], input, options) };
  }

  /**
   * Creates another client with some options changed. Headers and `fetchOptions` are merged. An option that is undefined isn't changed.
   * The client of a subclass stays one, if the constructor of the subclass takes the same options.
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
  withOptions(changes: ClientOptions): this {
    // The constructor of a subclass may drop the second argument. Its clients then share neither renewed keys nor reports.
    const Constructor = this.constructor as new (options: ClientOptions, base: ClientState) => this;
    return new Constructor(readOptions(changes, this.#client.settings), this.#client);
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
    return new CallPromise(runCall(this.#client, operation, input, options));
  }

  /**
   * Returns the request that a call would send, without sending it. The key is redacted everywhere. It may be missing, and the function
   * `apiKey` isn't called.
   *
   * @param operation - the id of an operation of the service, or a custom operation. The schemas of its `query` and `body` must
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
    input: Input<Described>,
    options?: CallOptions,
  ): RequestDescription {
    return describeRequest(this.#client, operation, input, options);
  }
}

function readOptions(options: ClientOptions, base?: ClientSettings): ClientSettings {
  try {
    return readClientOptions(options, base);
  } catch (thrown) {
    const { apiKey = base?.apiKey } = fieldsOf(options);
    const secrets = new Secrets({ apiKey, headers: base?.headers ?? {} });
    throw toKnowledgeBaseError(thrown, { task: "create a client" }, secrets);
  }
}

type Resources = { readonly [Resource in ResourceName]: ResourceMethods<Resource> };
