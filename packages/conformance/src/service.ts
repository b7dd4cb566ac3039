import {
  contract,
  type Disconnect,
  type IndexEntry,
  type Operation,
  type OperationId,
  type Output,
  type Page,
} from "@knowledge-base/types";
import { createRedactor, type Redact } from "@knowledge-base/types/internal";
import { CaseFailedError, CaseNotCheckedError } from "./assert.ts";
import { ReceivedResponse } from "./received-response.ts";
import {
  couldWrite,
  describeOverrides,
  malformedId,
  queryRecordNames,
  type RecordIds,
  type RequestOverrides,
  unknownId,
  unknownIds,
} from "./request.ts";
import type { RecordName, Target, TargetControls } from "./target.ts";

/** The archived page, and the prompt index before and after. */
export interface ArchiveResult {
  readonly before: readonly IndexEntry[];
  readonly page: Page;
  readonly after: readonly IndexEntry[];
}

const defaultTimeoutMs = 30_000;

/** The implementation under test. Requests are built without the client, because many have to be invalid. */
export class Service {
  /** Redacts the API key, because a response may repeat it. */
  readonly redact: Redact;
  readonly #target: Target;
  #archiveResult: Promise<ArchiveResult> | undefined;
  #unbindResult: Promise<Disconnect> | undefined;

  constructor(target: Target) {
    this.#target = target;
    this.redact = createRedactor([target.apiKey]);
  }

  get apiKey(): string {
    return this.#target.apiKey;
  }

  /**
   * Returns the id of a record that exists.
   *
   * @throws {@link CaseNotCheckedError} if the target does not name it
   */
  recordId(name: RecordName): string {
    const id = this.#target.records?.[name];
    if (id === undefined) throw new CaseNotCheckedError(`needs the record ${name}`);
    return id;
  }

  /**
   * Returns a function for what the specification mentions without defining a request.
   *
   * @throws {@link CaseNotCheckedError} if the target does not have it
   */
  control<Name extends keyof TargetControls>(name: Name): NonNullable<TargetControls[Name]> {
    const control = this.#target.controls?.[name];
    if (control === undefined) throw new CaseNotCheckedError(`needs ${name}, which the specification does not show`);
    return control;
  }

  /** Returns ids with which a request does no lasting damage even if it succeeds: known ones if that is safe, or unknown ones. */
  safeIds(id: OperationId): RecordIds {
    const { records, write, reset } = this.#target;
    const isSafe = contract[id].idempotency === "safe" || (write === true && reset !== undefined);
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

  /** Returns the time of the service, from the timestamp of an error. Specification, section 7. */
  async currentTime(): Promise<string> {
    const response = await this.send("promptIndex.get", { ids: { brainId: unknownId } });
    return response.expectError(404).timestamp;
  }

  /** Archives the known page. Later calls return the result of the first. */
  archiveOnce(): Promise<ArchiveResult> {
    this.#archiveResult ??= this.#archive();
    return this.#archiveResult;
  }

  /** Removes the known binding. Later calls return the result of the first. */
  unbindOnce(): Promise<Disconnect> {
    this.#unbindResult ??= this.expectSuccess("bindings.unbind");
    return this.#unbindResult;
  }

  /**
   * Sends the request of an operation.
   *
   * @throws {@link CaseNotCheckedError} if a record is not known, or if the request could change one and the target forbids it
   */
  async send(id: OperationId, overrides: RequestOverrides = {}): Promise<ReceivedResponse> {
    const operation: Operation = contract[id];
    const encodeId = (name: RecordName) => {
      const recordId = overrides.ids?.[name] ?? this.recordId(name);
      return recordId === malformedId ? recordId : encodeURIComponent(recordId);
    };
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeId(name));
    if (couldWrite(operation, path)) this.#requireWrite();

    const {
      query = queryRecordNames(operation)
        .map((name) => `${name}=${encodeId(name)}`)
        .join("&"),
    } = overrides;
    const { body = operation.body && {} } = overrides;
    const { text = body === undefined ? null : JSON.stringify(body) } = overrides;
    const pathAndQuery = query === "" ? path : `${path}?${query}`;
    return this.request(operation.method, pathAndQuery, { ...overrides, text }, describeOverrides(overrides));
  }

  /**
   * Sends a request to a path below the base URL.
   *
   * @param description - differences from the default request, for messages
   */
  async request(
    method: string,
    path: string,
    overrides: RequestOverrides = {},
    description = "",
  ): Promise<ReceivedResponse> {
    const { fetch = globalThis.fetch, baseUrl, timeout = defaultTimeoutMs } = this.#target;
    const { apiKey = this.#target.apiKey, text = null } = overrides;
    const url = new URL(baseUrl.replace(/\/+$/, "") + path);
    const headers = new Headers(apiKey === null ? {} : { "x-api-key": apiKey });
    if (text !== null) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries(overrides.headers ?? {})) headers.set(name, value);
    const signal = AbortSignal.timeout(timeout);
    const requestDescription = `${method} ${url.pathname}${url.search}${description}`;
    try {
      // Redirects are not followed: the key would be sent to another origin.
      const response = await fetch(url.href, { method, headers, body: text, redirect: "manual", signal });
      return new ReceivedResponse(requestDescription, url, response, await response.text(), this.redact);
    } catch (error) {
      throw new CaseFailedError(`${requestDescription} got no answer: ${describeFetchError(error)}`);
    }
  }

  #requireWrite(): void {
    if (!this.#target.write) throw new CaseNotCheckedError("needs write (--write), for it changes records");
  }

  async #archive(): Promise<ArchiveResult> {
    this.#requireWrite();
    const before = await this.expectSuccess("promptIndex.get");
    const page = await this.expectSuccess("pages.archive");
    return { before, page, after: await this.expectSuccess("promptIndex.get") };
  }
}

/** Includes the cause, because fetch itself only reports "fetch failed". */
function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
}
