import { ControlError } from "../basics/control-error.ts";
import { maxStateBytes, maxStateMebibytes } from "../basics/json-text.ts";
import type { State } from "./state.ts";

/**
 * Returns a state as JSON, with one record in each line.
 *
 * @throws {@link ControlError} `too_large`
 */
export function serializeState(state: State): string {
  const fields = Object.entries(state).map(([name, value]) => `${JSON.stringify(name)}: ${serializeField(value)}`);
  const text = `{\n  ${fields.join(",\n  ")}\n}\n`;
  // A UTF-16 code unit takes at most three bytes.
  const isSmall = text.length * 3 <= maxStateBytes;
  if (isSmall || new TextEncoder().encode(text).length <= maxStateBytes) return text;
  throw new ControlError("too_large", `it is larger than ${maxStateMebibytes} MiB.`, { task: "write a state" });
}

function serializeField(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n    ${value.map((record) => JSON.stringify(record)).join(",\n    ")}\n  ]`;
}
