import { createRedactor, type Redact } from "@knowledge-base/types/internal";

/** Names of headers that hold a secret. */
const secretHeader = /auth|cookie|key|secret|token/;

/**
 * Makes a function that takes the secrets of a request out of texts: its keys, and the values of headers whose names tell
 * of a secret, whole and in the parts that spaces divide them into.
 */
export function createRequestRedactor(keys: Iterable<string>, headers: Readonly<Record<string, string>>): Redact {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    secretHeader.test(name) ? [value, ...value.split(/\s/)] : [],
  );
  return createRedactor([...keys, ...secrets]);
}
