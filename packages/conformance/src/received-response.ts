import { type ErrorBody, errorBodySchema } from "@knowledge-base/types";
import { isTimestamp, parseSync, type Redact, type Schema, type ValueOf } from "@knowledge-base/types/internal";
import { CaseFailedError } from "./case-failed-error.ts";
import { CaseNotCheckedError } from "./case-not-checked-error.ts";
import { describeIssues } from "./describe-issues.ts";
import { truncate } from "./request.ts";
import { isSamePath } from "./same-path.ts";
import type { SentRequest } from "./sent-request.ts";

/** Request of a {@link ReceivedResponse}. */
export interface ResponseContext {
  readonly request: SentRequest;
  readonly url: URL;
  /** Path of the base URL, without a slash at its end. */
  readonly basePath: string;
  readonly redact: Redact;
}

/** Thrown by a case because of a single response. */
export class ResponseFailedError extends CaseFailedError {
  readonly response: ReceivedResponse;

  constructor(message: string, problem: string, response: ReceivedResponse) {
    super(message, problem);
    this.response = response;
  }
}

/** A response of the implementation, with its body read. */
export class ReceivedResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly headers: Headers;
  readonly context: ResponseContext;
  readonly text: string;

  constructor({ status, headers }: Response, text: string, context: ResponseContext) {
    this.status = status;
    this.contentType = headers.get("content-type");
    this.headers = headers;
    this.text = text;
    this.context = context;
  }

  /** Method, path and query of the request, and how it differs from the default request. */
  get requestDescription(): string {
    const { request, url } = this.context;
    return `${request.method} ${url.pathname}${url.search}${request.description}`;
  }

  /** The beginning of the body, in one line. */
  get shownBody(): string {
    // Redacted before it is truncated: a secret that is cut would not be found.
    return truncate(this.context.redact(this.text));
  }

  expectStatus(expected: number): void {
    if (this.status === expected) return;
    const { operation, hasApiKey } = this.context.request;
    // The specification does not define which roles may call which operation (section 5).
    if (this.status === 403 && hasApiKey && operation && (expected < 300 || operation.method !== "GET")) {
      throw new CaseNotCheckedError(
        `needs an API key whose role may call ${operation.id} (the response has the status 403)`,
      );
    }
    const isRecordMissing = this.status === 404 && hasApiKey && expected < 300;
    this.fail(`responded with ${this.status} instead of ${expected}`, isRecordMissing ? "do the records exist?" : "");
  }

  /** Requires any status but a success. A 5xx is no rejection. */
  expectNoSuccess(): void {
    if (this.status < 300 || this.status >= 500)
      this.fail(`responded with ${this.status}, but must reject the request`);
  }

  /** Requires an error with the documented body, and returns the body. Specification, section 7. */
  expectError(status: number): ErrorBody {
    this.expectStatus(status);
    const error = this.expectBody(errorBodySchema);
    const { statusCode, timestamp, path } = error;
    const { url, basePath } = this.context;
    if (statusCode !== status)
      this.fail("returned a statusCode that is not the status", `${statusCode} instead of ${status}`);
    if (!isTimestamp(timestamp)) this.fail("returned a timestamp that is not ISO 8601", timestamp);
    if (!isSamePath(path, url.pathname, basePath)) {
      this.fail("returned a path that is not that of the request", path);
    }
    return error;
  }

  /** Requires a body that matches a schema, and returns the body. */
  expectBody<AnySchema extends Schema>(schema: AnySchema): ValueOf<AnySchema> {
    const validation = parseSync(schema, this.#parseJson());
    if (validation.ok) return validation.value;
    return this.fail(`returned a body that is not the documented one: ${describeIssues(validation.issues)}`);
  }

  /** Throws a {@link ResponseFailedError} that describes the request and shows the response. */
  fail(problem: string, detail = ""): never {
    const shownDetail = detail && ` (${detail})`;
    const message = `${this.requestDescription} ${problem}${shownDetail}. The body: ${this.shownBody || "(empty)"}`;
    throw new ResponseFailedError(message, problem, this);
  }

  #parseJson(): unknown {
    try {
      return JSON.parse(this.text);
    } catch {
      return this.fail("returned a body that is not JSON");
    }
  }
}
