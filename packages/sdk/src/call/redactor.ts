/** Takes a secret out of texts. */
export type Redact = (text: string) => string;

/** What stands where the secret stood. */
export const placeholder = "[redacted]";

/** A shorter text is no secret, and would be found in ordinary words. */
const shortestSecret = 8;

/** Makes a function that takes a secret out of texts, in the forms in which headers, JSON and URLs show it. */
export function createRedactor(secret: string): Redact {
  if (secret.length < shortestSecret) return (text) => text;
  const forms = new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  return (text) => {
    let redacted = text;
    for (const form of forms) redacted = redacted.replaceAll(form, placeholder);
    return redacted;
  };
}

/** Takes a secret out of every string of a JSON value. */
export function redactJson<Value>(value: Value, redact: Redact): Value {
  if (typeof value === "string") return redact(value) as Value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact)) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [redact(key), redactJson(field, redact)]),
  ) as Value;
}
