import { fieldsOf, maxTimerMs } from "@knowledge-base/internal";
import ky, { isTimeoutError } from "ky";
import { Failure, joinMessages, throwConfigurationError, toFailure } from "../errors/failure.ts";
import type { RejectedKey } from "../options/api-key.ts";
import { mergeHeaders, writeHeaders } from "../options/headers.ts";
import type { Fetch, FetchResponse, Middleware, MiddlewareRequest } from "../options/middleware.ts";
import { toNetworkFailure } from "./network-failure.ts";
import { type PreparedCall, remainingMsOf } from "./prepared-call.ts";
import { toStatusFailure } from "./read-response.ts";
import { ReceivedResponse } from "./received-response.ts";

/** An attempt whose key the service has rejected, so that the next one has to find another key. */
export interface RejectedAttempt extends RejectedKey {
  readonly failure: Failure;
}

/** One attempt of a call: it finds the key, sends the request through the middleware and `fetch`, and reads the response. */
export class RunningAttempt {
  readonly number: number;
  readonly startMs = performance.now();
  /** The key that the request is sent with. Undefined until it is found: nothing was sent. */
  sentKey: string | undefined;
  /** The response when its headers have arrived, with the part of its body that was read. A middleware may respond with another one. */
  response: ReceivedResponse | undefined;
  readonly #call: PreparedCall;
  readonly #rejected: RejectedAttempt | undefined;
  // Aborted when the time of the attempt is over, or the caller aborts. The reason is a `Failure`.
  readonly #controller = new AbortController();

  constructor(call: PreparedCall, number: number, rejected: RejectedAttempt | undefined) {
    this.#call = call;
    this.number = number;
    this.#rejected = rejected;
  }

  /** Returns the successful response or the failure of the attempt. Ky limits its time. Throws if no attempt can begin. */
  async run(): Promise<ReceivedResponse | Failure> {
    const call = this.#call;
    const { signal, timeout } = call.settings;
    if (signal?.aborted) throw createAbort(signal);
    const remainingMs = remainingMsOf(call);
    // The machine may have been suspended during the delay before the attempt.
    if (remainingMs === 0) throw createTimeout(call, "deadline");
    const limit = timeout <= remainingMs ? "timeout" : "deadline";
    const limitMs = Math.min(timeout, remainingMs);
    // Passed on by a controller of our own, because the caller's signal may be no signal of the platform.
    const abort = () => this.#controller.abort(createAbort(signal));
    signal?.addEventListener("abort", abort);
    try {
      // Ky's `Request` isn't sent, because middleware and the caller's `fetch` get plain data. So ky gets neither the API key nor method,
      // headers and body, which would take a tenth of the time of a call.
      // What it returns isn't used either: `this.response` has what was read, even if the body doesn't arrive in time.
      await ky(call.request.url, {
        fetch: () => this.#sendUntilAborted(),
        // Ky rejects a time that is too long for a timer.
        timeout: limitMs > maxTimerMs ? false : limitMs,
        retry: 0,
        throwHttpErrors: false,
      });
    } catch (thrown) {
      if (thrown instanceof Failure) return thrown;
      if (!isTimeoutError(thrown)) return explainFailureOfKy(thrown);
      const failure = createTimeout(call, limit);
      this.#controller.abort(failure);
      // A timeout never hides an error status whose body is incomplete.
      if (this.response?.isSuccessful ?? true) return failure;
    } finally {
      // The signal may live longer than the call.
      signal?.removeEventListener("abort", abort);
    }
    const response = this.response as ReceivedResponse;
    return response.isSuccessful ? response : toStatusFailure(call, response);
  }

  // Ky's timeout ends an attempt even if `fetch` or another function of the caller ignores its signal. This does the same for an abort.
  async #sendUntilAborted(): Promise<Response> {
    const { signal } = this.#controller;
    signal.throwIfAborted();
    const aborting = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    try {
      this.response = await Promise.race([this.#send(), aborting]);
      return this.response.original as Response;
    } catch (thrown) {
      throw toFailure(thrown, "the attempt");
    }
  }

  async #send(): Promise<ReceivedResponse> {
    const { apiKey, request, settings, secrets } = this.#call;
    const { signal } = this.#controller;
    const key = await apiKey.find(this.#rejected, signal);
    // The function `apiKey` may return after its attempt has timed out.
    signal.throwIfAborted();
    if (key === this.#rejected?.key) throw this.#rejected.failure.withStopReason("not_retryable");
    this.sentKey = key;
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
      const context = { ...this.#call.observer.ids, attempt: this.number, signal: this.#controller.signal };
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
    const { request, settings, observer } = this.#call;
    const { signal } = this.#controller;
    const fetch: Fetch | undefined = settings.fetch ?? globalThis.fetch;
    // A middleware may have changed the URL.
    if (!url.startsWith(`${request.origin}/`))
      throwConfigurationError("a request must have a URL of the same origin as baseUrl.");
    if (!fetch) throwConfigurationError("this runtime has no global fetch. Set the option fetch.");
    signal.throwIfAborted();
    observer.logDetails("debug", "sending a request", () => ({ method, url, headers, body }));
    const init = {
      ...settings.fetchOptions,
      method,
      headers: { ...headers, "x-api-key": this.sentKey as string },
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
    observer.logResponse(received);
    return received;
  }

  async #receive(response: FetchResponse, source: string): Promise<ReceivedResponse> {
    const { request, settings } = this.#call;
    const { signal } = this.#controller;
    const received = new ReceivedResponse(response, source);
    // `fetch` may ignore its signal, and respond or send the body after the attempt has ended.
    if (signal.aborted) received.discard();
    signal.throwIfAborted();
    this.response = received;
    try {
      await received.read(settings.maxResponseBytes, signal);
    } catch (thrown) {
      throw thrown instanceof Failure ? thrown : toNetworkFailure(thrown, request.url, { isLost: true });
    }
    signal.throwIfAborted();
    return received;
  }
}

// The environment has no `Request`, or mixes the `Request` of Node with an `AbortSignal` of its own.
function explainFailureOfKy(thrown: unknown): Failure {
  const problem = joinMessages(["this environment cannot create a Request", thrown]);
  const advice = "If a test uses jsdom, give its file the environment node.";
  return new Failure("configuration", `${problem}. ${advice}`, { cause: thrown });
}

function createAbort(signal: AbortSignal | undefined): Failure {
  return new Failure("aborted", "the signal was aborted.", { cause: signal?.reason, stopReason: "aborted" });
}

function createTimeout({ settings }: PreparedCall, limit: "timeout" | "deadline"): Failure {
  const problem = `the ${limit} of ${settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
  return new Failure("timeout", problem, { limit, ...(limit === "deadline" && { stopReason: limit }) });
}
