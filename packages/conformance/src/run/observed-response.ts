import { parseJson } from "@knowledge-base/internal/json";
import type { Redact } from "@knowledge-base/internal/secrets";
import { sliceText } from "@knowledge-base/internal/texts";
import {
  type AnySchema,
  contract,
  type ErrorBody,
  errorBodySchema,
  type Operation,
  type OperationId,
  type Output,
  type ValueOf,
} from "@knowledge-base/types";
import { parseSync } from "@knowledge-base/types/internal";
import { fail, NotCheckedError, skipWithout } from "./verdict.ts";

export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  /** The path below the base URL, without the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** Differences from the default request, for messages. */
  readonly differences: string;
  /** The operation, if an operation has the path and the method. */
  readonly operation: Operation | undefined;
  /** Whether the header carries the API key of the target. */
  readonly hasApiKey: boolean;
  /** Whether the service must accept the key: it sends the key of the target, and ids of records of the key's organization. */
  readonly isAuthorized: boolean;
}

/** Statuses of a service that is overloaded or out of order, and of gateways in front of it. They say nothing about a case. */
export const unavailableStatuses = [502, 503, 504];

export function describeRequest({ method, url, differences }: SentRequest): string {
  return `${method} ${url.pathname}${url.search}${differences}`;
}

/** A response of the implementation, with its body read, and its request. */
export class ObservedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, or undefined if it isn't JSON. */
  readonly json: unknown;
  readonly request: SentRequest;
  readonly redact: Redact;

  constructor({ status, headers }: Response, text: string, request: SentRequest, redact: Redact) {
    this.status = status;
    this.headers = headers;
    this.text = text;
    this.json = parseJson(text);
    this.request = request;
    this.redact = redact;
  }

  /** Describes a problem with the request and the beginning of the body. */
  describe(problem: string): string {
    // Redacted before it is cut: a secret that is cut wouldn't be found.
    const body = cutForMessage(this.redact(this.text)) || "(empty)";
    return `${describeRequest(this.request)} ${problem}. The body: ${body}`;
  }

  fail(problem: string): never {
    fail(this.describe(problem));
  }

  expectStatus(expected: number): void {
    const { status } = this;
    if (status === expected) return;
    this.requireAvailable();
    const { operation, hasApiKey, method } = this.request;
    const received = `(the response has the status ${status})`;
    // The specification doesn't define which roles may call which operation (section 5).
    if (status === 403 && hasApiKey && operation && (expected !== 404 || method !== "GET"))
      skipWithout(`an API key whose role may call ${operation.id} ${received}`);
    const problem = `responded with ${status} instead of ${expected}`;
    if (expected >= 300) this.fail(problem);
    if (status < 300) this.#skipUndocumented();
    if (status > 404 && status < 500) skipWithout(`a record for which ${operation?.id} is possible ${received}`);
    this.fail(status === 404 && hasApiKey ? `${problem} (do the records exist?)` : problem);
  }

  expectRejection(): void {
    this.requireAvailable();
    if (this.status < 400 || this.status >= 500)
      this.fail(`responded with ${this.status}, but must reject the request`);
  }

  expectSuccess<Id extends OperationId>(id: Id): Output<Id> {
    const { status, schema } = contract[id].success;
    this.expectStatus(status);
    return this.#parse(schema) as Output<Id>;
  }

  /** Returns the body of a documented error. Specification, section 7. */
  get error(): ErrorBody {
    return this.#parse(errorBodySchema);
  }

  #parse<Parsing extends AnySchema>(schema: Parsing): ValueOf<Parsing> {
    const validation = parseSync(schema, this.json);
    return validation.ok ? validation.value : this.#skipUndocumented();
  }

  /** Throws if the service isn't available. */
  requireAvailable(): void {
    const { status } = this;
    if (unavailableStatuses.includes(status)) throw new Error(this.describe(`responded with ${status}`));
  }

  // A rule reports a response that isn't the documented one, once for all cases.
  #skipUndocumented(): never {
    const problem = "got a response that is not the documented one: see the failed cases about every response";
    throw new NotCheckedError(`${describeRequest(this.request)} ${problem}`);
  }
}

const shownCharacters = 120;

export function cutForMessage(text: string): string {
  const shown = sliceText(text, shownCharacters).replaceAll(/\s+/g, " ");
  return text.length > shownCharacters ? `${shown}… (${text.length} characters)` : shown;
}
