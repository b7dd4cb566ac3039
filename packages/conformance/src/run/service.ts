import type { Redact } from "@knowledge-base/internal/secrets";
import { sleep } from "@knowledge-base/internal/sleep";
import { messageOf, showValue } from "@knowledge-base/internal/texts";
import { pathParamNames, replacePathParams, trimSlashes } from "@knowledge-base/internal/url";
import { contract, type Operation, type OperationId, type Output } from "@knowledge-base/types";
import { fieldNames } from "@knowledge-base/types/internal";
import { type ActionName, actionTable, type TargetActions } from "../target/actions.ts";
import type { RecordName, TargetRecords } from "../target/records.ts";
import { defaultTimeoutMs, maxSetupMs, type Target } from "../target/target.ts";
import { cutForMessage, type ObservedResponse, type SentRequest } from "./observed-response.ts";
import { createSender } from "./sender.ts";
import { withinTime } from "./timing.ts";
import { isVerdict, skipUnless } from "./verdict.ts";

/** Differences from the default request, which sends the API key, the ids of the target's records and an empty body. */
export interface RequestOverrides {
  /** Ids to send instead of the ids of the target's records. */
  readonly ids?: TargetRecords | undefined;
  /** Query, without its question mark. */
  readonly query?: string;
  /** Value to send as JSON. */
  readonly body?: unknown;
  /** Body to send as it is, or null to send none. */
  readonly text?: string | null;
  /** Headers to add or replace. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of the `x-api-key` header, or null to send none. */
  readonly apiKey?: string | null | undefined;
  /** Whether to send the request even if the run was stopped, because it restores something. */
  readonly isRestoring?: true;
}

/** An id that no record has. {@link unknownIdLike} makes one that looks like a known id. */
export const madeUpId = "no-such-record";

const pollIntervalMs = 100;

class ActionFailedError extends Error {}

/** Makes a read that the service rejects return nothing. Throws any other error, such as a lost connection. */
export function emptyIfRejected(error: unknown): never[] {
  if (isVerdict(error) || error instanceof ActionFailedError) return [];
  throw error;
}

/** The implementation under test, as cases use it. Requests are built without the client, because many have to be invalid. */
export class Service {
  /** Every response of the run, the oldest first. */
  readonly responses: ObservedResponse[] = [];
  readonly target: Target;
  /** Ends the run when it is aborted. */
  readonly signal: AbortSignal | undefined;
  /** Redacts the API keys, because a response may repeat them. */
  readonly redact: Redact;
  readonly #sendRequest: ReturnType<typeof createSender>;
  // The results of what is possible only once until the records are reset.
  readonly #once = new Map<string, Promise<unknown>>();

  constructor(target: Target, signal: AbortSignal | undefined, redact: Redact) {
    this.target = target;
    this.signal = signal;
    this.redact = redact;
    this.#sendRequest = createSender(target, signal, redact);
  }

  /** The records that the target names, whether the case needs them or not. */
  get records(): TargetRecords {
    return this.target.records ?? {};
  }

  /** Ids that no record has, but that look like the known ids. */
  unknownIds(id: OperationId): TargetRecords {
    return Object.fromEntries(recordsOf(contract[id]).map((name) => [name, unknownIdLike(this.records[name])]));
  }

  /** Ids with which a request does no lasting damage, even if it succeeds: known ids only for a read, or if a reset restores them. */
  safeIds(id: OperationId): TargetRecords {
    const isSafe = contract[id].method === "GET" || this.target.reset !== undefined;
    return { ...this.unknownIds(id), ...(isSafe && this.records) };
  }

  /** An action, whether the case needs it or not, which rejects if it takes too long. */
  action<Name extends ActionName>(name: Name): TargetActions[Name] {
    const { actions, timeout = defaultTimeoutMs } = this.target;
    const call = actions?.[name] as ((...input: readonly unknown[]) => Promise<unknown>) | undefined;
    const bounded = async (...input: readonly unknown[]) => {
      const run = () => call?.(...input);
      const result = await withinTime("it", timeout, run, this.signal).catch((error: unknown) => {
        throw new ActionFailedError(`the action ${name} failed: ${messageOf(error)}`, { cause: error });
      });
      const { returns } = actionTable[name];
      if (!returns || returns.accepts(result)) return result;
      throw new Error(`the action ${name} must return ${returns.expected}, and returned ${showValue(result)}`);
    };
    return call && (bounded as TargetActions[Name]);
  }

  /** Sends a request, requires the documented success, and returns the body. */
  async call<Id extends OperationId>(id: Id, overrides?: RequestOverrides): Promise<Output<Id>> {
    return (await this.send(id, overrides)).expectSuccess(id);
  }

  /** Sends a request and requires an error status. Rules check the body of the response. */
  async expectError(id: OperationId, status: number, overrides?: RequestOverrides): Promise<ObservedResponse> {
    const response = await this.send(id, overrides);
    response.expectStatus(status);
    return response;
  }

  async expectRejection(id: OperationId, overrides?: RequestOverrides): Promise<void> {
    (await this.send(id, overrides)).expectRejection();
  }

  /**
   * Checks the effect of a write. While the check fails, repeats it for the time of the target's option `eventual`, because an
   * index may be updated with a delay.
   */
  async eventually<Result>(check: () => Promise<Result>): Promise<Result> {
    const { eventual = 0 } = this.target;
    const deadline = eventual === 0 ? AbortSignal.abort() : AbortSignal.timeout(eventual);
    for (;;) {
      const isLast = deadline.aborted;
      try {
        return await check();
      } catch (error) {
        if (isLast || !isVerdict(error)) throw error;
      }
      await sleep(pollIntervalMs);
    }
  }

  /** The time of the service, from the timestamp of an error. Needs `brainId`. Specification, section 7. */
  async currentTime(): Promise<string> {
    // A request without a key may show another clock: each organization may have its own.
    const response = await this.send("promptIndex.get", { query: "limit=many" });
    skipUnless(response.status === 400, "a service that rejects limit=many, because its errors show its clock");
    return response.parseError().timestamp;
  }

  /** Calls a function that can be called only once until the records are reset. Later calls return the result of the first. */
  once<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
    const result = this.#once.get(name) ?? run();
    this.#once.set(name, result);
    return (result as Promise<Result>).catch((error: unknown) => {
      // Without a response it may be possible again.
      if (!isVerdict(error)) this.#once.delete(name);
      throw error;
    });
  }

  /** Restores the records, if the target can. */
  async reset(): Promise<void> {
    const target = this.target;
    if (!target.reset) return;
    this.#once.clear();
    await withinTime("reset", maxSetupMs, () => target.reset?.(), this.signal).catch((error: unknown) => {
      throw new Error(`the records could not be reset: ${messageOf(error)}`);
    });
  }

  async send(id: OperationId, overrides: RequestOverrides = {}): Promise<ObservedResponse> {
    const operation: Operation = contract[id];
    const { ids = {} } = overrides;
    const encodeId = (name: RecordName) => {
      const value = ids[name] ?? this.records[name];
      if (value === undefined) throw undeclared(name);
      return encodeURIComponent(value);
    };
    const path = replacePathParams(operation.path, (name) => encodeId(name as RecordName));
    const { body = operation.body && {} } = overrides;
    const { text = body === undefined ? null : JSON.stringify(body) } = overrides;
    const createQuery = () => queryRecords(operation).map((name) => `${name}=${encodeId(name)}`);
    const { query = createQuery().join("&") } = overrides;
    return this.#send({ method: operation.method, path, body: text, operation }, { ...overrides, query });
  }

  /** Requests the prompt index of the known brain or, if no brain is known, of a brain that doesn't exist. */
  probe(apiKey?: null): Promise<ObservedResponse> {
    return this.send("promptIndex.get", { ids: { brainId: this.records.brainId ?? madeUpId }, apiKey });
  }

  /** Sends a request to a path below the base URL, which no operation has. */
  request(method: string, path: string): Promise<ObservedResponse> {
    return this.#send({ method, path, body: null, operation: undefined }, {});
  }

  async #send(
    request: Pick<SentRequest, "method" | "path" | "body" | "operation">,
    overrides: RequestOverrides,
  ): Promise<ObservedResponse> {
    if (request.method !== "GET" && !this.target.write) throw undeclared("write");
    const { apiKey = this.target.apiKey, ids, query } = overrides;
    const url = new URL(trimSlashes(this.target.baseUrl) + request.path + (query ? `?${query}` : ""));
    const headers = new Headers(apiKey === null ? {} : { "x-api-key": apiKey });
    if (request.body !== null) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries(overrides.headers ?? {})) headers.set(name, value);
    const hasApiKey = headers.get("x-api-key") === this.target.apiKey;
    const isAuthorized = hasApiKey && ids === undefined;
    const differences = describeDifferences(overrides);
    const sent = { ...request, url, headers, differences, hasApiKey, isAuthorized };
    const response = await this.#sendRequest(sent, overrides.isRestoring);
    this.responses.push(response);
    return response;
  }
}

function recordsOf(operation: Operation): RecordName[] {
  return [...(pathParamNames(operation.path) as RecordName[]), ...queryRecords(operation)];
}

function queryRecords({ query }: Operation): RecordName[] {
  return fieldNames(query).filter((name) => name.endsWith("Id")) as RecordName[];
}

/**
 * Returns an id that no record has, but that looks like a known id: a service may respond with 400 to an id of another form. Only the
 * end differs, because all ids may begin with the same prefix.
 */
export function unknownIdLike(known: string | undefined): string {
  if (known === undefined) return madeUpId;
  const [end = ""] = /[a-z\d]{0,8}$/i.exec(known) ?? [];
  const start = known.slice(0, known.length - end.length);
  const reversed = Array.from(end).reverse().join("");
  // Of short ids, the reversed one may exist: 12 and 21. A longer one rarely does.
  if (/^\d{1,5}$/.test(end)) return `${start}987654`;
  return end.length < 4 || reversed === end ? known + (end || "x").repeat(8) : start + reversed;
}

function describeDifferences({ headers, apiKey, body, text }: RequestOverrides): string {
  const sentBody = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const key = apiKey === null ? "without an API key" : `with ${apiKey === "" ? "an empty" : "another"} API key`;
  const differences = [
    apiKey !== undefined && key,
    text === null ? "without a body" : sentBody !== undefined && `with the body ${cutForMessage(sentBody)}`,
    headers && `with other headers (${Object.keys(headers).join(", ")})`,
  ].filter(Boolean);
  return differences.length === 0 ? "" : ` ${differences.join(" and ")}`;
}

function undeclared(need: string): Error {
  return new Error(`The case uses ${need}, which its needs do not declare`);
}
