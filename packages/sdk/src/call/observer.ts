import type { SchemaDrift } from "@knowledge-base/types";
import type { CallErrorEvent, CallIds, CallSuccessEvent, DriftEvent, RetryEvent } from "../options/hooks.ts";
import type { Logger } from "../options/logger.ts";
import type { Client } from "../options/settings.ts";
import { type CallSecrets, detach } from "./call-secrets.ts";
import type { ReceivedResponse } from "./received-response.ts";

interface Events {
  readonly onRetry: RetryEvent;
  readonly onSuccess: CallSuccessEvent;
  readonly onError: CallErrorEvent;
  readonly onDrift: DriftEvent;
}

// The level of an event, and the function that writes its log line. The line has only numbers and our own words: `console` would format a
// `%s` of the service.
type LogLine<Name extends keyof Events> = readonly [keyof Logger, (event: Events[Name]) => string];

const logLines: { readonly [Name in keyof Events]: LogLine<Name> } = {
  onRetry: ["info", ({ attempt }) => `retrying in ${attempt.delay} ms`],
  onSuccess: ["debug", ({ status, duration }) => `${status} after ${duration} ms`],
  onError: ["debug", ({ error, duration }) => `${error.name} after ${duration} ms`],
  onDrift: ["warn", () => "the response differs from the contract"],
};

// Headers by which a service announces that an operation will change or end.
const announcements = ["deprecation", "sunset", "warning"];

const maxLoggedLength = 4096;
const maxReportedDrift = 10;
// Limits the memory of a client if a service keeps sending fields that it hasn't sent before.
const maxDistinctReports = 1000;
const maxReportLength = 1000;

/** Calls the hooks and the logger of a client about one call. Nothing that they do can make the call fail. */
export class Observer {
  readonly ids: CallIds;
  readonly #client: Client;
  readonly #secrets: CallSecrets;

  constructor(ids: CallIds, client: Client, secrets: CallSecrets) {
    this.ids = ids;
    this.#client = client;
    this.#secrets = secrets;
  }

  /** @param createEvent - called only if there is a hook or a logger for the event */
  async notify<Name extends keyof Events>(
    name: Name,
    createEvent: () => Omit<Events[Name], keyof CallIds>,
  ): Promise<void> {
    const { settings, logger } = this.#client;
    const [level, describe]: LogLine<Name> = logLines[name];
    const hook = settings[name] as ((event: CallIds) => unknown) | undefined;
    if (!hook && !logger[level]) return;
    try {
      const event = { ...this.ids, ...createEvent() } as unknown as Events[Name];
      this.#log(level, describe(event), event);
      await hook?.(event as CallIds);
    } catch (error) {
      this.logFailure(name, error);
    }
  }

  notifyDrift(drift: readonly SchemaDrift[]): void {
    for (const difference of drift.slice(0, maxReportedDrift)) {
      const { kind, path, value } = difference;
      // Differences in other elements of a list are the same.
      const places = path.map((part) => (typeof part === "number" ? 0 : part));
      if (this.#isNew([this.ids.operation, kind, places, value]))
        void this.notify("onDrift", () => this.#secrets.redactIssue(difference));
    }
  }

  logFailure(functionName: string, error: unknown): void {
    this.#client.logger.error?.(`The function ${functionName} failed.`, { ...this.ids, error });
  }

  logResponse(response: ReceivedResponse): void {
    const { status, headers } = response;
    for (const name of announcements) {
      const value = headers.get(name);
      if (value !== null && this.#isNew([this.ids.operation, name]))
        this.logDetails("warn", `the response has the header ${name}`, () => ({ [name]: value }));
    }
    this.logDetails("debug", "received a response", () => ({
      status,
      headers: this.#secrets.redactResponseHeaders(headers).headers,
      body: response.text,
    }));
  }

  logDetails(level: "debug" | "warn", message: string, createDetails: () => object): void {
    if (this.#client.logger[level])
      this.#log(level, message, this.#secrets.redactJson(createDetails(), maxLoggedLength));
  }

  #log(level: keyof Logger, message: string, details: object): void {
    this.#client.logger[level]?.(`${this.ids.operation}: ${message}`, { ...this.ids, ...details });
  }

  #isNew(report: readonly unknown[]): boolean {
    const { reported } = this.#client;
    const key = detach(JSON.stringify(report).slice(0, maxReportLength));
    if (reported.has(key) || reported.size >= maxDistinctReports) return false;
    reported.add(key);
    return true;
  }
}
