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
import { Answer } from "./answer.ts";
import { Deviation, NotChecked } from "./deviation.ts";
import {
  couldWrite,
  describeChanges,
  type Ids,
  idsOfNobody,
  malformed,
  nobody,
  queryRecords,
  type RequestChanges,
} from "./request.ts";
import type { RecordName, Target, TargetControls } from "./target.ts";

/** A page that was archived, and the prompt index before and after that. */
export interface Archival {
  readonly before: readonly IndexEntry[];
  readonly page: Page;
  readonly after: readonly IndexEntry[];
}

const defaultTimeoutMs = 30_000;

/** An implementation under test. Its requests are written by hand, so that they can be wrong. */
export class Service {
  /** Takes the API key out of a text, for an implementation may tell it in an answer. */
  readonly redact: Redact;
  readonly #target: Target;
  #archival: Promise<Archival> | undefined;
  #removal: Promise<Disconnect> | undefined;

  constructor(target: Target) {
    this.#target = target;
    this.redact = createRedactor([target.apiKey]);
  }

  /** The API key. */
  get apiKey(): string {
    return this.#target.apiKey;
  }

  /**
   * The id of a record that exists.
   *
   * @throws {@link NotChecked} where none is known
   */
  record(name: RecordName): string {
    const id = this.#target.records?.[name];
    if (id === undefined) throw new NotChecked(`needs the record ${name}`);
    return id;
  }

  /**
   * Something that the service does by ways that the specification does not show.
   *
   * @throws {@link NotChecked} where it is not given
   */
  control<Name extends keyof TargetControls>(name: Name): NonNullable<TargetControls[Name]> {
    const control = this.#target.controls?.[name];
    if (control === undefined) throw new NotChecked(`needs ${name}, which the specification does not show`);
    return control;
  }

  /** Ids with which a request does no lasting harm, whatever comes of it: those of known records, or of nobody. */
  harmlessIds(id: OperationId): Ids {
    const { records, write, reset } = this.#target;
    const isHarmless = contract[id].idempotency === "safe" || (write === true && reset !== undefined);
    return { ...idsOfNobody(id), ...(isHarmless && records) };
  }

  /** Sends a request and requires the documented success. */
  async succeed<Id extends OperationId>(id: Id, changes?: RequestChanges): Promise<Output<Id>> {
    const answer = await this.send(id, changes);
    const { status, schema } = contract[id].success;
    answer.expectStatus(status);
    return answer.read(schema) as Output<Id>;
  }

  /** Sends a request and requires an error with the documented body. Specification, section 7. */
  async refuse(id: OperationId, status: number, changes?: RequestChanges): Promise<void> {
    (await this.send(id, changes)).expectError(status);
  }

  /** The time of the service, as one of its errors tells it. Specification, section 7. */
  async now(): Promise<string> {
    const answer = await this.send("promptIndex.get", { ids: { brainId: nobody } });
    return answer.expectError(404).timestamp;
  }

  /** Archives the known page, once. */
  archive(): Promise<Archival> {
    this.#archival ??= this.#archive();
    return this.#archival;
  }

  /** Removes the known binding, once. */
  unbind(): Promise<Disconnect> {
    this.#removal ??= this.succeed("bindings.unbind");
    return this.#removal;
  }

  /**
   * Sends the request of an operation.
   *
   * @throws {@link NotChecked} where a record is not known, or where the request could change one and must not
   */
  async send(id: OperationId, changes: RequestChanges = {}): Promise<Answer> {
    const operation: Operation = contract[id];
    const idOf = (name: RecordName) => {
      const id = changes.ids?.[name] ?? this.record(name);
      return id === malformed ? id : encodeURIComponent(id);
    };
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => idOf(name));
    if (couldWrite(operation, path)) this.#needWrite();

    const {
      query = queryRecords(operation)
        .map((name) => `${name}=${idOf(name)}`)
        .join("&"),
    } = changes;
    const { body = operation.body && {} } = changes;
    const { text = body === undefined ? null : JSON.stringify(body) } = changes;
    const target = query === "" ? path : `${path}?${query}`;
    return this.request(operation.method, target, { ...changes, text }, describeChanges(changes));
  }

  /** Sends a request to a path below the base URL. */
  async request(method: string, path: string, changes: RequestChanges = {}, departure = ""): Promise<Answer> {
    const { fetch = globalThis.fetch, baseUrl, timeout = defaultTimeoutMs } = this.#target;
    const { apiKey = this.#target.apiKey, text = null } = changes;
    const url = new URL(baseUrl.replace(/\/+$/, "") + path);
    const headers = new Headers(apiKey === null ? {} : { "x-api-key": apiKey });
    if (text !== null) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries(changes.headers ?? {})) headers.set(name, value);
    const signal = AbortSignal.timeout(timeout);
    const sent = `${method} ${url.pathname}${url.search}${departure}`;
    try {
      // A redirect would carry the key somewhere else.
      const response = await fetch(url.href, { method, headers, body: text, redirect: "manual", signal });
      return new Answer(sent, url, response, await response.text(), this.redact);
    } catch (error) {
      throw new Deviation(`${sent} got no answer: ${reasonOf(error)}`);
    }
  }

  #needWrite(): void {
    if (!this.#target.write) throw new NotChecked("needs write (--write), for it changes records");
  }

  async #archive(): Promise<Archival> {
    this.#needWrite();
    const before = await this.succeed("promptIndex.get");
    const page = await this.succeed("pages.archive");
    return { before, page, after: await this.succeed("promptIndex.get") };
  }
}

/** Why a request failed, with what the platform knows behind its "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
}
