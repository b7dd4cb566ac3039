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
import { Deviation, expect } from "./deviation.ts";
import { shorten } from "./request.ts";

/** What may be wrong with the target where a status is not the expected one. */
const doubts: Readonly<Record<number, string>> = {
  401: " (is the API key right?)",
  404: " (are the base URL and the ids of the records right?)",
};

/** What an implementation answered. */
export class Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly #text: string;
  /** The request in words. */
  readonly #request: string;
  readonly #pathname: string;
  readonly #redact: Redact;

  constructor(request: string, url: URL, { status, headers }: Response, text: string, redact: Redact) {
    this.status = status;
    this.contentType = headers.get("content-type");
    this.#request = request;
    this.#pathname = url.pathname;
    this.#text = text;
    this.#redact = redact;
  }

  /** Requires a status. */
  expectStatus(expected: number): void {
    if (this.status !== expected)
      this.deviate(`answered ${this.status} instead of ${expected}${doubts[this.status] ?? ""}`);
  }

  /** Requires that the request had no success. */
  expectRefusal(): void {
    if (this.status < 300) this.deviate(`answered ${this.status}, where it has to be refused`);
  }

  /** Requires an error with the documented body, and gives it. Specification, section 7. */
  expectError(status: number): ErrorBody {
    this.expectStatus(status);
    const error = this.read(errorBodySchema);
    const { statusCode, timestamp, path } = error;
    expect(statusCode === status, `${this.#request} answered ${status} with a body whose statusCode is ${statusCode}`);
    expect(isTimestamp(timestamp), `${this.#request} answered with a timestamp that is not ISO 8601: ${timestamp}`);
    expect(path === this.#pathname, `${this.#request} answered with the path ${path} instead of ${this.#pathname}`);
    return error;
  }

  /** Requires a body that a schema describes, and gives it. */
  read<AnySchema extends Schema>(schema: AnySchema): ValueOf<AnySchema> {
    const validation = validate(schema, this.#json());
    if (validation.ok) return validation.value;
    const problems = validation.issues.map((issue) => formatIssue(issue, "body")).join("; ");
    return this.deviate(`answered with a body that is not the documented one: ${problems}`);
  }

  /** Fails, and shows what was answered. */
  deviate(what: string): never {
    // A secret that is cut first is not found any more.
    const body = shorten(this.#redact(this.#text));
    throw new Deviation(`${this.#request} ${what}. The body: ${body || "(empty)"}`);
  }

  #json(): unknown {
    try {
      return JSON.parse(this.#text);
    } catch {
      return this.deviate("answered with a body that is not JSON");
    }
  }
}
