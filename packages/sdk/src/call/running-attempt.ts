import { fieldsOf } from "@knowledge-base/internal/json";
import { Failure, throwConfigurationError, toFailure } from "../errors/failure.ts";
import type { RejectedKey } from "../options/api-key.ts";
import { mergeHeaders, writeHeaders } from "../options/headers.ts";
import type { Fetch, FetchResponse, Middleware, MiddlewareRequest } from "../options/middleware.ts";
import { toNetworkFailure } from "./network-failure.ts";
import { createTimeoutFailure, type PreparedCall } from "./prepared-call.ts";
import { readError } from "./read-error.ts";
import { ReceivedResponse } from "./received-response.ts";
import { untilEnded } from "./until-ended.ts";

/** What came of an attempt: a successful response, or a failure. */
export type AttemptResult = FailedAttempt | { readonly response: ReceivedResponse; readonly failure?: undefined };

export interface FailedAttempt {
  readonly failure: Failure;
  /** The response if its headers arrived, with the part of its body that was read. */
  readonly response: ReceivedResponse | undefined;
  /** The key that the request was sent with; undefined if none was found, so that nothing was sent. */
  readonly key: string | undefined;
}

/** An attempt whose key the service has rejected, so that the next one has to find another key. */
export interface RejectedAttempt extends RejectedKey {
  readonly failure: Failure;
}

/** One attempt of a call: it finds the key, sends the request through the middleware and `fetch`, and reads the response. */
export class RunningAttempt {
  readonly #call: PreparedCall;
  readonly #number: number;
  readonly #rejected: RejectedAttempt | undefined;
  // Aborted when the time of the attempt is over, or the caller aborts. The reason is a `Failure`.
  readonly #controller = new AbortController();
  // Known from the moment they arrive, so that an attempt that ends early has them. A middleware may replace the response of `fetch`.
  #key: string | undefined;
  #response: ReceivedResponse | undefined;

  constructor(call: PreparedCall, number: number, rejected: RejectedAttempt | undefined) {
    this.#call = call;
    this.#number = number;
    this.#rejected = rejected;
  }

  /** Makes the attempt. Never throws. */
  async run(): Promise<AttemptResult> {
    const send = () => this.#send();
    try {
      const response = await untilEnded(this.#call, this.#controller, send, (limit) => this.#failureOf(limit));
      this.#response = response;
      return response.isSuccessful ? { response } : this.#fail(readError(this.#call, response));
    } catch (thrown) {
      return this.#fail(toFailure(thrown, "the attempt"));
    }
  }

  #failureOf(limit: "timeout" | "deadline"): Failure {
    const response = this.#response;
    // The body of an error may be incomplete. Its status still says more than the timeout.
    const isError = response !== undefined && !response.isSuccessful;
    return isError ? readError(this.#call, response) : createTimeoutFailure(this.#call, limit);
  }

  #fail(failure: Failure): FailedAttempt {
    return { failure, response: this.#response, key: this.#key };
  }

  async #send(): Promise<ReceivedResponse> {
    const { apiKey, request, settings, secrets } = this.#call;
    const { signal } = this.#controller;
    const key = await apiKey.find(this.#rejected, signal);
    // The function `apiKey` may return after its attempt has timed out.
    signal.throwIfAborted();
    if (key === this.#rejected?.key) throw this.#rejected.failure.withStopReason("not_retryable");
    this.#key = key;
    secrets.add(key);
    const { origin: _, headers, ...sent } = request;
    return this.#sendThrough(settings.use, { ...sent, headers: { ...headers } });
  }

  // The first middleware is the outermost one.
  async #sendThrough(
    [middleware, ...others]: readonly Middleware[],
    request: MiddlewareRequest,
  ): Promise<ReceivedResponse> {
    if (!middleware) return this.#fetch(request);
    let isCalled = false;
    const handedOut = new Map<FetchResponse, ReceivedResponse>();
    const sendOnce = async (changed: MiddlewareRequest) => {
      if (isCalled) throwConfigurationError("a middleware must not call next twice.");
      isCalled = true;
      const received = await this.#sendThrough(others, this.#checkRequest(changed));
      const response = received.toResponse();
      handedOut.set(response, received);
      return response;
    };
    const next = (changed: MiddlewareRequest) => {
      const response = sendOnce(changed);
      // A middleware may have responded without awaiting it.
      response.catch(() => {});
      return response;
    };
    try {
      const context = { ...this.#call.reporter.ids, attempt: this.#number, signal: this.#controller.signal };
      const response = await middleware(request, next, context);
      // The middleware may have read the body of the response that it got.
      return handedOut.get(response) ?? (await this.#receive(response, "a middleware"));
    } catch (thrown) {
      throw toFailure(thrown, "a middleware");
    }
  }

  // A middleware may have changed the request, and values of new headers may be secrets.
  #checkRequest(changed: MiddlewareRequest): MiddlewareRequest {
    const { method, url, headers, body } = fieldsOf(changed);
    if (![method, url, body ?? ""].every((value) => typeof value === "string")) {
      throwConfigurationError(
        "a middleware must pass a request with a method, a URL, and a text or nothing as body, to next.",
      );
    }
    const merged = mergeHeaders((headers ?? {}) as MiddlewareRequest["headers"], {});
    this.#call.secrets.addHeaders(merged);
    // Not spread: the fields of a `Request` are getters of its class.
    return { method: changed.method, url: changed.url, headers: writeHeaders(merged), body: changed.body ?? undefined };
  }

  // The key is added here, after ky and the middleware, which never have it. A redirect would take it along.
  async #fetch({ method, url, headers, body }: MiddlewareRequest): Promise<ReceivedResponse> {
    const { request, settings, reporter } = this.#call;
    const { signal } = this.#controller;
    const fetch: Fetch | undefined = settings.fetch ?? globalThis.fetch;
    // A middleware may have changed the URL.
    if (!url.startsWith(`${request.origin}/`))
      throwConfigurationError("a request must have a URL of the same origin as baseUrl.");
    if (!fetch) throwConfigurationError("this runtime has no global fetch. Set the option fetch.");
    signal.throwIfAborted();
    reporter.logRequest({ method, url, headers, body });
    const init = {
      ...settings.fetchOptions,
      method,
      headers: { ...headers, "x-api-key": this.#key as string },
      ...(body !== undefined && { body }),
      signal,
      redirect: "manual",
    } as const;
    let response: FetchResponse;
    try {
      response = await fetch(url, init);
    } catch (thrown) {
      signal.throwIfAborted();
      throw toNetworkFailure(thrown, url);
    }
    const received = await this.#receive(response, "fetch");
    reporter.logResponse(received);
    return received;
  }

  async #receive(response: FetchResponse, source: string): Promise<ReceivedResponse> {
    const { request, settings } = this.#call;
    const { signal } = this.#controller;
    const received = new ReceivedResponse(response, source);
    // `fetch` may ignore its signal, and respond or send the body after the attempt has ended.
    if (signal.aborted) received.discard();
    signal.throwIfAborted();
    this.#response = received;
    try {
      await received.read(settings.maxResponseBytes, signal);
    } catch (thrown) {
      throw thrown instanceof Failure ? thrown : toNetworkFailure(thrown, request.url, { isLost: true });
    }
    signal.throwIfAborted();
    return received;
  }
}
