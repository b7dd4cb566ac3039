import { createRedactor, type Redact } from "@knowledge-base/types/internal";

/** Creates a function that redacts API keys in texts of a report, even if they are part of a text in Base64. */
export function createReportRedactor(apiKeys: readonly string[]): Redact {
  return createRedactor(apiKeys.flatMap((apiKey) => [apiKey, ...encodeInBase64(apiKey)]));
}

/** The characters that do not depend on the text before and behind: three spellings, by where the secret begins. */
function encodeInBase64(secret: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const end = secret.length - ((secret.length + offset) % 3);
    const encoded = btoa(" ".repeat(offset) + secret.slice(0, end)).slice(offset === 0 ? 0 : offset + 1);
    return [encoded, encoded.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
