import {
  type ErrorBody,
  errorBodySchema,
  formatIssue,
  isTimestamp,
  type Schema,
  type ValueOf,
  validate,
} from "@knowledge-base/types";
import type { Redact } from "@knowledge-base/types/internal";
import { assert, CaseFailedError } from "./assert.ts";
import { truncate } from "./request.ts";

/** Possible causes of an unexpected status. */
const hints: Readonly<Record<number, string>> = {
  401: " (is the API key right?)",
  404: " (are the base URL and the ids of the records right?)",
};

/** A response of the implementation, with its body read. */
export class ReceivedResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly #text: string;
  readonly #requestDescription: string;
  readonly #pathname: string;
  readonly #redact: Redact;

  constructor(requestDescription: string, url: URL, { status, headers }: Response, text: string, redact: Redact) {
    this.status = status;
    this.contentType = headers.get("content-type");
    this.#requestDescription = requestDescription;
    this.#pathname = url.pathname;
    this.#text = text;
    this.#redact = redact;
  }

  expectStatus(expected: number): void {
    if (this.status !== expected)
      this.fail(`answered ${this.status} instead of ${expected}${hints[this.status] ?? ""}`);
  }

  /** Requires any status but a success. */
  expectNoSuccess(): void {
    if (this.status < 300) this.fail(`answered ${this.status}, but must fail`);
  }

  /** Requires an error with the documented body, and returns the body. Specification, section 7. */
  expectError(status: number): ErrorBody {
    this.expectStatus(status);
    const error = this.expectBody(errorBodySchema);
    const { statusCode, timestamp, path } = error;
    const request = this.#requestDescription;
    assert(statusCode === status, `${request} answered ${status} with a body whose statusCode is ${statusCode}`);
    assert(isTimestamp(timestamp), `${request} answered with a timestamp that is not ISO 8601: ${timestamp}`);
    assert(path === this.#pathname, `${request} answered with the path ${path} instead of ${this.#pathname}`);
    return error;
  }

  /** Requires a body that matches a schema, and returns the body. */
  expectBody<AnySchema extends Schema>(schema: AnySchema): ValueOf<AnySchema> {
    const validation = validate(schema, this.#parseJson());
    if (validation.ok) return validation.value;
    const problems = validation.issues.map((issue) => formatIssue(issue, "body")).join("; ");
    return this.fail(`answered with a body that is not the documented one: ${problems}`);
  }

  /** Throws a {@link CaseFailedError} that describes the request and shows the response. */
  fail(problem: string): never {
    // Redacted before it is truncated: a secret that is cut would not be found.
    const body = truncate(this.#redact(this.#text));
    throw new CaseFailedError(`${this.#requestDescription} ${problem}. The body: ${body || "(empty)"}`);
  }

  #parseJson(): unknown {
    try {
      return JSON.parse(this.#text);
    } catch {
      return this.fail("answered with a body that is not JSON");
    }
  }
}
