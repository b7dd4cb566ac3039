import { cutText, type Redact } from "@knowledge-base/types/internal";
import { createReportRedactor } from "./create-report-redactor.ts";
import { describeFetchError } from "./describe-fetch-error.ts";
import { NoResponseError } from "./no-response-error.ts";
import { readBody } from "./read-body.ts";
import { ReceivedResponse } from "./received-response.ts";
import { retryDelay } from "./retry-delay.ts";
import { RunInterruptedError } from "./run-interrupted-error.ts";
import type { SentRequest } from "./sent-request.ts";
import { sleep } from "./sleep.ts";
import { defaultTimeoutMs, type Target } from "./target.ts";
import { apiKeyRecords } from "./target-records.ts";

/** The longest time for which a run waits in total because the service limits the rate of requests. */
const longestWaitMs = 10 * 60 * 1_000;

const longestText = 2_000;

/** Sends the requests of a run to an implementation. */
export class Connection {
  /** Redacts the API key, because a response may repeat it. */
  readonly redact: Redact;
  /** Why the run cannot continue, if so. */
  interruption: string | undefined;
  readonly #target: Target;
  readonly #baseUrl: string;
  readonly #signal: AbortSignal | undefined;
  #waitedMs = 0;

  /**
   * @param signal - ends the run when it is aborted
   * @param otherKeys - API keys to redact besides that of the target
   */
  constructor(target: Target, signal: AbortSignal | undefined, otherKeys: readonly string[] = []) {
    this.#target = target;
    this.#baseUrl = target.baseUrl.replace(/\/+$/, "");
    this.#signal = signal;
    this.redact = createReportRedactor([
      target.apiKey,
      ...otherKeys,
      ...apiKeyRecords.map((name) => target.records?.[name] ?? ""),
    ]);
  }

  /**
   * Sends a request, again and again while the service limits the rate of requests.
   *
   * @throws {@link NoResponseError} if there is no response in time
   * @throws {@link RunInterruptedError} if the run is stopped, or would have to wait too long
   */
  async send(request: SentRequest): Promise<ReceivedResponse> {
    this.#throwIfStopped();
    for (let attempt = 0; ; attempt++) {
      const response = await this.#sendOnce(request);
      const delayMs = retryDelay(response, attempt);
      if (delayMs === undefined) return response;
      this.#waitedMs += delayMs;
      if (this.#waitedMs > longestWaitMs) {
        this.#interrupt(
          `the service limits the rate of requests (${response.status}), and the run would have to wait longer than ` +
            `${longestWaitMs / 60_000} minutes in total`,
        );
      }
      await sleep(delayMs, this.#signal);
      this.#throwIfStopped();
    }
  }

  /** Returns a text for a report: without API keys, and with at most 2,000 characters. */
  show(text: string): string {
    // Redacted before it is cut: a secret that is cut would not be found.
    return cutText(this.redact(text), longestText);
  }

  #throwIfStopped(): void {
    if (this.#signal?.aborted) this.#interrupt("the run was stopped");
  }

  #interrupt(reason: string): never {
    this.interruption = reason;
    throw new RunInterruptedError(reason);
  }

  async #sendOnce(request: SentRequest): Promise<ReceivedResponse> {
    const { fetch = globalThis.fetch, timeout = defaultTimeoutMs } = this.#target;
    const { method, pathAndQuery, headers, body } = request;
    const url = new URL(this.#baseUrl + pathAndQuery);
    const basePath = new URL(this.#baseUrl).pathname.replace(/\/+$/, "");
    const timeoutSignal = AbortSignal.timeout(timeout);
    // Some runtimes have no `AbortSignal.any`, such as the edge runtime of Next.js.
    const signal = this.#signal ? AbortSignal.any([timeoutSignal, this.#signal]) : timeoutSignal;
    try {
      // Redirects are not followed: the key would be sent to another origin.
      const response = await fetch(url.href, { method, headers, body, redirect: "manual", signal });
      return new ReceivedResponse(response, await readBody(response), { request, url, basePath, redact: this.redact });
    } catch (error) {
      this.#throwIfStopped();
      const description = `${method} ${url.pathname}${url.search}${request.description}`;
      throw new NoResponseError(`${description} got no response: ${describeFetchError(error)}`, { cause: error });
    }
  }
}
