/** A parsed text, or the error of a text that is not JSON. */
export interface ParsedJson {
  readonly value?: unknown;
  readonly error?: unknown;
}

/** Parses a text as JSON. */
export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error };
  }
}
