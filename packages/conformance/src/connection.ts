import { createRedactor, type Redact } from "@knowledge-base/types/internal";
import { describeFetchError } from "./describe-fetch-error.ts";
import { NoResponseError } from "./no-response-error.ts";
import { ReceivedResponse } from "./received-response.ts";
import type { SentRequest } from "./sent-request.ts";
import type { Target } from "./target.ts";

const defaultTimeoutMs = 30_000;

/** Sends requests to an implementation. */
export class Connection {
  /** Redacts the API key, because a response may repeat it. */
  readonly redact: Redact;
  readonly #target: Target;
  readonly #baseUrl: string;

  constructor(target: Target) {
    this.#target = target;
    this.#baseUrl = target.baseUrl.replace(/\/+$/, "");
    this.redact = createRedactor([target.apiKey, target.records?.foreignApiKey ?? ""]);
  }

  /**
   * Sends a request.
   *
   * @throws {@link NoResponseError} if there is no response in time
   */
  async send(request: SentRequest): Promise<ReceivedResponse> {
    const { fetch = globalThis.fetch, timeout = defaultTimeoutMs } = this.#target;
    const { method, pathAndQuery, headers, body } = request;
    const url = new URL(this.#baseUrl + pathAndQuery);
    const basePath = new URL(this.#baseUrl).pathname.replace(/\/+$/, "");
    try {
      // Redirects are not followed: the key would be sent to another origin.
      const signal = AbortSignal.timeout(timeout);
      const response = await fetch(url.href, { method, headers, body, redirect: "manual", signal });
      return new ReceivedResponse(response, await response.text(), { request, url, basePath, redact: this.redact });
    } catch (error) {
      const description = `${method} ${url.pathname}${url.search}${request.description}`;
      throw new NoResponseError(`${description} got no response: ${describeFetchError(error)}`, { cause: error });
    }
  }
}
