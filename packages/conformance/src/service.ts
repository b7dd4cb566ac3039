import { contract, type Operation, type OperationId, type Output } from "@knowledge-base/types";
import { CaseFailedError } from "./case-failed-error.ts";
import type { CaseNeeds } from "./case-needs.ts";
import type { Connection } from "./connection.ts";
import type { ReceivedResponse } from "./received-response.ts";
import {
  describeOverrides,
  malformedId,
  queryRecordNames,
  type RecordIds,
  type RequestOverrides,
  unknownId,
  unknownIds,
} from "./request.ts";
import type { SentRequest } from "./sent-request.ts";
import { sleep } from "./sleep.ts";
import { defaultTimeoutMs, type Target } from "./target.ts";
import type { ControlName, TargetControls } from "./target-controls.ts";
import type { RecordName } from "./target-records.ts";
import { withinTime } from "./within-time.ts";

/** Results of requests that can be sent only once until the records are reset, by name. */
export type OnceResults = Map<string, Promise<unknown>>;

const pollIntervalMs = 100;

/**
 * The implementation under test, as one case uses it. Requests are built without the client, because many have to be invalid.
 * A case that uses a record or a control that it does not declare in its needs gets an error, so that the needs are complete.
 */
export class Service {
  /** Every response that the case got, the oldest first. */
  readonly responses: ReceivedResponse[] = [];
  readonly #connection: Connection;
  readonly #target: Target;
  readonly #needs: CaseNeeds;
  readonly #once: OnceResults;

  constructor(connection: Connection, target: Target, needs: CaseNeeds, once: OnceResults) {
    this.#connection = connection;
    this.#target = target;
    this.#needs = needs;
    this.#once = once;
  }

  get apiKey(): string {
    return this.#target.apiKey;
  }

  /** Returns the id of a record that the case declares in its needs. */
  recordId(name: RecordName): string {
    const id = this.#target.records?.[name];
    if (id === undefined || !this.#needs.records?.includes(name)) throw undeclared(`the record ${name}`);
    return id;
  }

  /** Returns the id of a record if the target names it, even if the case does not need it. */
  recordIfAvailable(name: RecordName): string | undefined {
    return this.#target.records?.[name];
  }

  /** Returns a control that the case declares in its needs. */
  control<Name extends ControlName>(name: Name): NonNullable<TargetControls[Name]> {
    const control = this.controlIfAvailable(name);
    if (control === undefined || !this.#needs.controls?.includes(name)) throw undeclared(`the control ${name}`);
    return control;
  }

  /** Returns ids with which a request does no lasting damage even if it succeeds: known ones if that is safe, or unknown ones. */
  safeIds(id: OperationId): RecordIds {
    const { records, reset } = this.#target;
    const isSafe = contract[id].method === "GET" || reset !== undefined;
    return { ...unknownIds(id), ...(isSafe && records) };
  }

  /** Sends a request, requires the documented success, and returns the body. */
  async expectSuccess<Id extends OperationId>(id: Id, overrides?: RequestOverrides): Promise<Output<Id>> {
    const response = await this.send(id, overrides);
    const { status, schema } = contract[id].success;
    response.expectStatus(status);
    return response.expectBody(schema) as Output<Id>;
  }

  /** Sends a request and requires an error with the documented body. Specification, section 7. */
  async expectError(id: OperationId, status: number, overrides?: RequestOverrides): Promise<void> {
    (await this.send(id, overrides)).expectError(status);
  }

  /**
   * Calls a function that checks the effect of a write: again and again for the time of the target's option `eventual` while
   * it rejects with a {@link CaseFailedError}, because an index may be updated with a delay.
   */
  async eventually<Result>(check: () => Promise<Result>): Promise<Result> {
    const { eventual = 0 } = this.#target;
    const deadline = eventual === 0 ? AbortSignal.abort() : AbortSignal.timeout(eventual);
    for (;;) {
      const isLast = deadline.aborted;
      try {
        return await check();
      } catch (error) {
        if (isLast || !(error instanceof CaseFailedError)) throw error;
      }
      await sleep(pollIntervalMs);
    }
  }

  /** Returns the time of the service, from the timestamp of an error. Specification, section 7. */
  async currentTime(): Promise<string> {
    const response = await this.send("promptIndex.get", { ids: { brainId: unknownId } });
    return response.expectError(404).timestamp;
  }

  /** Calls a function that can be called only once until the records are reset. Later calls return the result of the first. */
  once<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
    const result = this.#once.get(name) ?? run();
    this.#once.set(name, result);
    return result as Promise<Result>;
  }

  /** Sends the request of an operation. */
  async send(id: OperationId, overrides: RequestOverrides = {}): Promise<ReceivedResponse> {
    const operation: Operation = contract[id];
    let isOperation = true;
    const encodeId = (name: RecordName) => {
      const recordId = overrides.ids?.[name] ?? this.recordId(name);
      if (recordId !== malformedId) return encodeURIComponent(recordId);
      isOperation = false;
      return recordId;
    };
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeId(name));
    const {
      query = queryRecordNames(operation)
        .map((name) => `${name}=${encodeId(name)}`)
        .join("&"),
    } = overrides;
    const { body = operation.body && {} } = overrides;
    const { text = body === undefined ? null : JSON.stringify(body) } = overrides;
    const pathAndQuery = query === "" ? path : `${path}?${query}`;
    const { method } = operation;
    return this.#send({ method, pathAndQuery, body: text, operation: isOperation ? operation : undefined }, overrides);
  }

  /** Sends a request to a path below the base URL, which is not that of an operation. */
  async request(method: string, path: string, overrides: RequestOverrides = {}): Promise<ReceivedResponse> {
    const { text: body = null } = overrides;
    return this.#send({ method, pathAndQuery: path, body, operation: undefined }, overrides);
  }

  async #send(
    request: Pick<SentRequest, "method" | "pathAndQuery" | "body" | "operation">,
    overrides: RequestOverrides,
  ): Promise<ReceivedResponse> {
    if (request.method !== "GET" && !(this.#needs.write && this.#target.write)) throw undeclared("write");
    const { apiKey = this.apiKey } = overrides;
    const headers = new Headers(apiKey === null ? {} : { "x-api-key": apiKey });
    if (request.body !== null) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries(overrides.headers ?? {})) headers.set(name, value);
    const hasApiKey = headers.get("x-api-key") === this.apiKey;
    const description = describeOverrides(overrides);
    const response = await this.#connection.send({ ...request, headers, description, hasApiKey });
    this.responses.push(response);
    return response;
  }

  /** Returns a control if the target has it, even if the case does not declare it: another case may use its result. */
  controlIfAvailable<Name extends ControlName>(name: Name): TargetControls[Name] {
    const call = this.#target.controls?.[name] as ((...input: readonly unknown[]) => Promise<unknown>) | undefined;
    if (call === undefined) return undefined;
    const { timeout = defaultTimeoutMs } = this.#target;
    const bounded = (...input: readonly unknown[]) => withinTime(`the control ${name}`, timeout, () => call(...input));
    return bounded as TargetControls[Name];
  }
}

function undeclared(need: string): Error {
  return new Error(`The case uses ${need}, which its needs do not declare`);
}
