import { detach } from "@knowledge-base/internal/texts";
import type { SchemaDrift } from "@knowledge-base/types";
import type { AnyKnowledgeBaseError } from "../errors/error-table.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import type { CallIds, Hooks } from "../options/hooks.ts";
import type { Logger } from "../options/logger.ts";
import type { MiddlewareRequest } from "../options/middleware.ts";
import type { ClientState } from "../options/settings.ts";
import type { Secrets } from "../secrets.ts";
import type { ReceivedResponse } from "./received-response.ts";

type Events = { readonly [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] };
type HookFunctions = { readonly [Name in keyof Events]?: ((event: Events[Name]) => unknown) | undefined };

// Headers by which a service announces that an operation will change or end.
const announcements = ["deprecation", "sunset", "warning"];

const maxLoggedLength = 4096;
const maxReportedDrift = 10;
// Limits the memory of a client if a service keeps sending fields that it hasn't sent before.
const maxDistinctReports = 1000;
const maxReportLength = 1000;

/** Reports what happens in a call to the hooks and the logger of its client. Nothing that they do can make the call fail. */
export class Reporter {
  readonly ids: CallIds;
  readonly #client: ClientState;
  readonly #secrets: Secrets;
  readonly #startMs = performance.now();

  constructor(ids: CallIds, client: ClientState, secrets: Secrets) {
    this.ids = ids;
    this.#client = client;
    this.#secrets = secrets;
  }

  reportRetry(attempt: Attempt): void {
    const createEvent = () => ({ ...this.ids, attempt: { ...attempt } });
    void this.#report("onRetry", "info", `retrying in ${attempt.delay} ms`, createEvent);
  }

  reportSuccess({ status, headers }: ReceivedResponse, attempts: readonly Attempt[]): void {
    const duration = this.#measureMs();
    const call = { ...this.ids, status, attempts, duration };
    const createEvent = () => ({ ...call, ...this.#secrets.redactResponseHeaders(headers) });
    void this.#report("onSuccess", "debug", `${status} after ${duration} ms`, createEvent);
  }

  reportError(error: AnyKnowledgeBaseError): void {
    const duration = this.#measureMs();
    const createEvent = () => ({ ...this.ids, error, duration });
    void this.#report("onError", "debug", `${error.name} after ${duration} ms`, createEvent);
  }

  reportDrift(drift: readonly SchemaDrift[]): void {
    for (const difference of drift.slice(0, maxReportedDrift)) {
      const { kind, path, value } = difference;
      // Differences in other elements of a list are the same.
      const places = path.map((part) => (typeof part === "number" ? 0 : part));
      if (!this.#isNew([this.ids.operation, kind, places, value])) continue;
      const createEvent = () => ({ ...this.ids, ...this.#secrets.redactIssue(difference) });
      void this.#report("onDrift", "warn", "the response differs from the contract", createEvent);
    }
  }

  /** Reports that a function of the caller, which the call doesn't depend on, has failed. */
  reportFailure(functionName: string, error: unknown): void {
    this.#client.logger.error?.(`The function ${functionName} failed.`, { ...this.ids, error });
  }

  logRequest({ method, url, headers, body }: MiddlewareRequest): void {
    this.#logRedacted("debug", "sending a request", () => ({ method, url, headers, body }));
  }

  logResponse(response: ReceivedResponse): void {
    const { status, headers } = response;
    for (const name of announcements) {
      const value = headers.get(name);
      if (value !== null && this.#isNew([this.ids.operation, name]))
        this.#logRedacted("warn", `the response has the header ${name}`, () => ({ [name]: value }));
    }
    this.#logRedacted("debug", "received a response", () => ({
      status,
      headers: this.#secrets.redactResponseHeaders(headers).headers,
      body: response.text,
    }));
  }

  /**
   * @param line - has only numbers and our own words: `console` would format a `%s` of the service
   * @param createEvent - called only if there is a hook or a logger for the event
   */
  async #report<Name extends keyof Events>(
    name: Name,
    level: keyof Logger,
    line: string,
    createEvent: () => Events[Name],
  ): Promise<void> {
    const { settings, logger } = this.#client;
    const { [name]: hook }: HookFunctions = settings;
    if (!hook && !logger[level]) return;
    try {
      const event = createEvent();
      this.#log(level, line, event);
      await hook?.(event);
    } catch (error) {
      this.reportFailure(name, error);
    }
  }

  #logRedacted(level: "debug" | "warn", message: string, createDetails: () => object): void {
    if (this.#client.logger[level])
      this.#log(level, message, this.#secrets.redactJson(createDetails(), maxLoggedLength));
  }

  #log(level: keyof Logger, message: string, details: object): void {
    this.#client.logger[level]?.(`${this.ids.operation}: ${message}`, { ...this.ids, ...details });
  }

  #measureMs(): number {
    return Math.round(performance.now() - this.#startMs);
  }

  #isNew(report: readonly unknown[]): boolean {
    const { reported } = this.#client;
    const key = detach(JSON.stringify(report).slice(0, maxReportLength));
    if (reported.has(key) || reported.size >= maxDistinctReports) return false;
    reported.add(key);
    return true;
  }
}
