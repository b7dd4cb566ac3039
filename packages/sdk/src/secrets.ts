import { createRedactor, redactionPlaceholder, redactJson } from "@knowledge-base/internal/secrets";
import { detach } from "@knowledge-base/internal/texts";
import type { ValidationIssue } from "@knowledge-base/types";
import { apiKeyVariable, readEnvironment } from "./environment.ts";

const secretHeaderName = /auth|cookie|key|secret|token/;
const requestIdNames = ["x-request-id", "request-id", "x-correlation-id"];

// A text is searched for secrets up to this many characters more than it shows. No secret is longer: Node, like most servers, rejects
// headers that are.
const maxSecretOverlap = 16_384;
const maxParts = 100;
const maxPathLength = 100;
const maxIssueLength = 500;
const maxHeaders = 100;
const maxHeaderLength = 1024;

interface SecretSettings {
  readonly apiKey?: unknown;
  readonly headers: Readonly<Record<string, string | null>>;
}

/**
 * The secrets of a call, or of the options of a client: API keys, and the values of headers such as `authorization`, as a whole and in
 * parts. Every text of others is redacted before it is shown.
 */
export class Secrets {
  readonly #settings: SecretSettings;
  readonly #added = new Set<string>();
  // Created on demand: most calls succeed and redact nothing.
  #redact: ((text: string) => string) | undefined;

  constructor(settings: SecretSettings) {
    this.#settings = settings;
  }

  add(secret: string): void {
    this.#added.add(secret);
    this.#redact = undefined;
  }

  addHeaders(headers: Readonly<Record<string, string | null>>): void {
    for (const secret of secretsOf(headers)) this.add(secret);
  }

  redact(text: string, maxLength: number): string {
    this.#redact ??= this.#createRedactor();
    const redacted = this.#redact(text.slice(0, maxLength + maxSecretOverlap));
    return redacted.length <= maxLength ? redacted : detach(redacted.slice(0, maxLength));
  }

  redactJson<Value>(value: Value, maxLength: number): Value {
    return redactJson(value, (text) => this.redact(text, maxLength));
  }

  redactIssue<Issue extends ValidationIssue>(issue: Issue): Issue {
    return this.redactJson({ ...issue, path: issue.path.slice(0, maxPathLength) }, maxIssueLength);
  }

  /** Returns the headers of a response, and the id that the service has given the request. */
  redactResponseHeaders(headers: Headers) {
    const shown = Array.from(headers)
      .slice(0, maxHeaders)
      .map(([name, value]) => [
        this.redact(name, maxHeaderLength),
        name === "set-cookie" ? redactionPlaceholder : this.redact(value, maxHeaderLength),
      ]);
    const requestId = requestIdNames.map((name) => headers.get(name)).find((id) => id);
    return {
      headers: Object.fromEntries(shown) as Readonly<Record<string, string>>,
      requestId: requestId ? this.redact(requestId, maxHeaderLength) : undefined,
    };
  }

  #createRedactor(): (text: string) => string {
    const { apiKey = readEnvironment(apiKeyVariable), headers } = this.#settings;
    const key = typeof apiKey === "string" ? [apiKey] : [];
    return createRedactor([...this.#added, ...secretsOf(headers), ...key], { areTextsCut: true });
  }
}

function secretsOf(headers: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value !== null && secretHeaderName.test(name) ? [value, ...value.split(/[\s;,="]+/, maxParts)] : [],
  );
}
