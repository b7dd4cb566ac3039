const chunkLength = 256 * 1024;

/**
 * Yields the text of `JSON.stringify` for a state, with line breaks, one record in each line. It comes in chunks, because a
 * large state exceeds the longest possible string.
 */
export function* serializeState(state: unknown): Generator<string> {
  let chunk = "";
  for (const part of serialize(state)) {
    chunk += part;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = "";
  }
  yield `${chunk}\n`;
}

function* serialize(state: unknown): Generator<string> {
  if (!isPlainObject(state)) {
    yield JSON.stringify(state) ?? "null";
    return;
  }
  let separator = "{\n  ";
  for (const [name, value] of Object.entries(state)) {
    const isArray = Array.isArray(value) && !hasToJson(value);
    const text = isArray ? "" : JSON.stringify(value);
    if (text === undefined) continue;
    yield `${separator}${JSON.stringify(name)}: ${text}`;
    if (isArray) yield* serializeRecords(value);
    separator = ",\n  ";
  }
  yield separator.startsWith("{") ? "{}" : "\n}";
}

function* serializeRecords(records: readonly unknown[]): Generator<string> {
  let separator = "[";
  for (const record of records) {
    yield `${separator}\n    ${JSON.stringify(record) ?? "null"}`;
    separator = ",";
  }
  yield records.length === 0 ? "[]" : "\n  ]";
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !hasToJson(value);
}

function hasToJson(value: object): boolean {
  return "toJSON" in value;
}
