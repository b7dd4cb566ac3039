import { createRedactor, type Redact } from "@knowledge-base/types/internal";

const secretHeaderName = /auth|cookie|key|secret|token/;

/**
 * Creates a function that redacts the secrets of a request: its keys, and the values of headers with a name such as
 * `authorization`, both as a whole and in the parts between spaces.
 */
export function createRequestRedactor(keys: Iterable<string>, headers: Readonly<Record<string, string>>): Redact {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    secretHeaderName.test(name) ? [value, ...value.split(/\s/)] : [],
  );
  return createRedactor([...keys, ...secrets]);
}
