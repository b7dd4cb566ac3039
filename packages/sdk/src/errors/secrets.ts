import { createRedactor, redactionPlaceholder, redactJson } from "@knowledge-base/internal";
import type { SchemaDrift, ValidationIssue } from "@knowledge-base/types/internal";

/** Marks where a text was cut: what is in front of it may end with the beginning of a secret. No secret has this character. */
const ellipsis = "…";

const secretHeaderName = /auth|cookie|key|secret|token/;

/** A text is cut with this margin before its secrets are searched, so that a secret at the cut is found. */
const margin = 4096;

/**
 * The secrets of a call: its API keys, and the values of headers with a name such as `authorization`, both as a whole and in the parts
 * between separators. Every text of others passes one of its methods before it is shown.
 */
export class Secrets {
  readonly #secrets = new Set<string>();
  #redact: ((text: string) => string) | undefined;

  add(secret: string): void {
    this.#secrets.add(secret);
    this.#redact = undefined;
  }

  addHeaders(headers: Iterable<readonly [string, string | null]>): void {
    for (const [name, value] of headers) {
      if (value === null || !secretHeaderName.test(name)) continue;
      for (const part of [value, ...value.split(/[\s;,="]+/, maxParts)]) this.add(part);
    }
  }

  /** Returns a text without secrets, of at most a number of characters. */
  show(text: string, maxLength: number): string {
    // Created on demand: most calls succeed and redact nothing.
    this.#redact ??= createRedactor(this.#secrets);
    const parts = String(text)
      .slice(0, maxLength + margin)
      .split(ellipsis)
      .map(this.#redact);
    const shown = parts.join(ellipsis).slice(0, maxLength);
    return shown.length < text.length ? detach(shown) : shown;
  }

  /** Returns a JSON value whose keys and texts are shown. */
  showJson<Value>(value: Value, maxLength: number): Value {
    return redactJson(value, (text) => this.show(text, maxLength));
  }

  /** Returns a difference or an issue whose path, message and value are shown. */
  showIssue<Issue extends ValidationIssue>(issue: Issue): Issue {
    const { path, message, value }: ValidationIssue & Partial<SchemaDrift> = issue;
    return {
      ...issue,
      path: path
        .slice(0, maxPathLength)
        .map((part) => (typeof part === "number" ? part : this.show(String(part), maxNameLength))),
      message: this.show(message, maxMessageLength),
      ...(value !== undefined && { value: this.show(value, maxValueLength) }),
    };
  }

  /** Returns the headers of a response whose values are shown, and the id that the service assigned to the request. */
  showResponseHeaders(headers: Headers): ShownHeaders {
    const shown = Array.from(headers)
      .slice(0, maxHeaders)
      .map(([name, value]) => [
        this.show(name, maxHeaderLength),
        name === "set-cookie" ? redactionPlaceholder : this.show(value, maxHeaderLength),
      ]);
    const requestId = requestIdNames.map((name) => headers.get(name)).find((id) => id);
    return {
      headers: Object.fromEntries(shown),
      requestId: requestId ? this.show(requestId, maxHeaderLength) : undefined,
    };
  }
}

/** The headers of a response as errors and events show them. */
interface ShownHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
}

const requestIdNames = ["x-request-id", "request-id", "x-correlation-id"];

/** Copies a text that was cut: engines keep the whole text in memory as long as the part. */
export function detach(text: string): string {
  return JSON.parse(JSON.stringify(text));
}

/** Number of the parts of a header that are secrets. */
const maxParts = 100;

const maxPathLength = 100;
const maxNameLength = 200;
const maxMessageLength = 1000;
const maxValueLength = 100;
const maxHeaders = 100;
const maxHeaderLength = 1024;
