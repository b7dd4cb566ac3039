import {
  contract,
  type ErrorStatus,
  errorBodySchema,
  formatIssue,
  type Operation,
  type OperationId,
  type Output,
  type Schema,
  type ValueOf,
  validate,
} from "@knowledge-base/types";
import { ConformanceError, expect } from "./conformance-error.ts";
import type { Target } from "./target.ts";

/** How a request departs from the ordinary one, which carries the key, names the known records and has an empty body. */
export interface RequestChanges {
  /** Path parameters as they stand in the path, percent-encoded. */
  readonly params?: Readonly<Record<string, string>>;
  /** Query, without its question mark. */
  readonly query?: string;
  /** Value to send as JSON. */
  readonly body?: unknown;
  /** Value of the `x-api-key` header, or null to send none. */
  readonly apiKey?: string | null;
}

interface Answer {
  readonly request: string;
  readonly pathname: string;
  readonly status: number;
  readonly body: unknown;
}

/** An implementation under test. Its requests are written by hand, so that they can be wrong. */
export class Service {
  /** The records that exist. */
  readonly known: Target["known"];
  readonly #target: Target;

  constructor(target: Target) {
    this.known = target.known;
    this.#target = target;
  }

  /** Sends a request and requires the documented success. */
  async succeed<Id extends OperationId>(id: Id, changes?: RequestChanges): Promise<Output<Id>> {
    const answer = await this.#send(id, changes);
    const { status, schema } = contract[id].success;
    expectStatus(answer, status);
    return conforming(schema, answer) as Output<Id>;
  }

  /** Sends a request and requires an error with the documented body. Specification, section 7. */
  async refuse(id: OperationId, status: ErrorStatus, changes?: RequestChanges): Promise<void> {
    const answer = await this.#send(id, changes);
    expectStatus(answer, status);
    const error = conforming(errorBodySchema, answer);
    expect(
      error.statusCode === status,
      `${answer.request} answered ${status} with a body that says ${error.statusCode}`,
    );
    expect(error.path === answer.pathname, `${answer.request} answered with the path ${error.path}`);
  }

  async #send(id: OperationId, changes: RequestChanges = {}): Promise<Answer> {
    const operation: Operation = contract[id];
    const { method, path } = operation;
    const { params, apiKey = this.#target.apiKey } = changes;
    const { query = this.#knownQuery(operation), body = operation.body && {} } = changes;
    const values: Readonly<Record<string, string>> = { ...this.known, ...params };
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] as string);
    const url = new URL(`${this.#target.baseUrl.replace(/\/+$/, "")}${target}${query && `?${query}`}`);
    const headers = new Headers(apiKey === null ? {} : { "x-api-key": apiKey });
    if (body !== undefined) headers.set("content-type", "application/json");
    const send = this.#target.fetch ?? globalThis.fetch;
    const response = await send(url.href, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const request = `${method} ${url.pathname}${url.search}`;
    return { request, pathname: url.pathname, status: response.status, body: readJson(request, await response.text()) };
  }

  #knownQuery({ query }: Operation): string {
    const names = Object.keys(query?._zod.def.shape ?? {});
    return new URLSearchParams(Object.entries(this.known).filter(([name]) => names.includes(name))).toString();
  }
}

function expectStatus({ request, status }: Answer, expected: number): void {
  expect(status === expected, `${request} answered ${status} instead of ${expected}`);
}

function conforming<AnySchema extends Schema>(schema: AnySchema, { request, body }: Answer): ValueOf<AnySchema> {
  const validation = validate(schema, body);
  if (validation.ok) return validation.value;
  const problems = validation.issues.map((issue) => formatIssue(issue, "body")).join("; ");
  throw new ConformanceError(`${request} answered with a body that is not documented: ${problems}`);
}

function readJson(request: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConformanceError(`${request} answered with a body that is not JSON`);
  }
}
