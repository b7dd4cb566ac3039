import { fieldsOf } from "@knowledge-base/internal/json";
import { cutText } from "@knowledge-base/internal/texts";
import { contract, type IndexEntry } from "@knowledge-base/types";
import { createOutputSchema } from "@knowledge-base/types/internal";
import type { JsonSchema } from "@knowledge-base/types/openapi";
import { cleanEntry } from "../prompt/formats.ts";
import { renderPromptIndex } from "../prompt/render-prompt-index.ts";
import { cleanText } from "../text/clean-text.ts";
import { writeJson } from "../text/write-json.ts";
import type { ToolResult, ToolSchema } from "./agent-tool.ts";
import type { ToolSettings } from "./tool-settings.ts";

// No model reads it, and it takes thousands of tokens.
const omittedField = "embedding";

const shortenedSchema = {
  type: "array",
  items: { type: "string" },
  description: "What was shortened or left out, and by how much.",
};

/** Creates the output of a tool, which is an object. Any other output of the operation becomes a field of an object. */
export function createToolOutput({ operation, name, maxOutputLength }: ToolSettings) {
  const isEmpty = operation.success.status === 204;
  const declared = isEmpty ? { type: "boolean" } : createOutputSchema(operation);
  const field = isEmpty ? "done" : declared.type === "array" ? "items" : "value";
  const isObjectAlready = declared.type === "object";
  const { properties } = loosen(isObjectAlready ? declared : { properties: { [field]: declared } });
  const schema: ToolSchema = {
    type: "object",
    properties: { ...properties, shortened: shortenedSchema },
    required: [],
  };

  function toObject(output: unknown): object {
    if (isEmpty) return { [field]: true };
    const cleaned = clean(output);
    return isObjectAlready ? fieldsOf(cleaned) : { [field]: cleaned };
  }

  function write(whole: object, maxPartLength: number): ToolResult {
    const notes: string[] = [];
    const data = withNotes(shorten(whole, maxPartLength, "", notes) as object, notes);
    const text = `<knowledge-base-result tool="${name}">\n${writeJson(data)}\n</knowledge-base-result>`;
    return { ok: true, text, data };
  }

  function presentAny(output: unknown): ToolResult {
    const whole = toObject(output);
    const complete = write(whole, Number.POSITIVE_INFINITY);
    return complete.text.length <= maxOutputLength ? complete : writeLargest(whole);
  }

  // Finds the largest parts that fit, to within one percent, by bisection. Parts of length 1 leave nothing, which always fits.
  function writeLargest(whole: object): ToolResult {
    let [fittingLength, tooLong] = [1, maxOutputLength];
    let largest = write(whole, fittingLength);
    while (tooLong / fittingLength > 1.01) {
      // The geometric mean, because long parts take the most time to write.
      const length = Math.sqrt(fittingLength * tooLong);
      const result = write(whole, length);
      if (result.text.length > maxOutputLength) tooLong = length;
      else [fittingLength, largest] = [length, result];
    }
    return largest;
  }

  function presentIndex(output: unknown): ToolResult {
    const entries: readonly IndexEntry[] = Array.isArray(output) ? output : [];
    const countTokens = ({ length }: string) => length;
    const { text, included } = renderPromptIndex(entries, { format: "xml", maxTokens: maxOutputLength, countTokens });
    const notes = included.length < entries.length ? [describePart(field, included.length, entries, "elements")] : [];
    return { ok: true, text, data: withNotes({ [field]: included.map(cleanEntry) }, notes) };
  }

  return {
    schema,
    present: operation === contract["promptIndex.get"] ? presentIndex : presentAny,
  };
}

const maxDepth = 20;

// Returns a value as JSON has it, with texts for a model.
function clean(value: unknown, depth = 0): unknown {
  if (typeof value === "string" || typeof value === "bigint") return cleanText(String(value));
  if (typeof value === "boolean" || Number.isFinite(value)) return value;
  if (typeof value !== "object" || value === null || depth > maxDepth) return null;
  const { toJSON } = fieldsOf(value);
  if (typeof toJSON === "function") return clean(toJSON.call(value), depth + 1);
  if (Array.isArray(value)) return value.map((element) => clean(element, depth + 1));
  const fields = Object.entries(value).filter(([name, field]) => name !== omittedField && field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [cleanText(name), clean(field, depth + 1)]));
}

// A list or an object keeps one part for each four characters that a text may have.
const lengthPerPart = 4;

// Cuts texts to `max` characters, and lists and objects in proportion.
function shorten(value: unknown, max: number, path: string, notes: string[]): unknown {
  if (typeof value === "string") {
    if (value.length <= max) return value;
    const shown = cutText(value, max);
    notes.push(describePart(path, shown.length - 1, value, "characters"));
    return shown;
  }
  if (typeof value !== "object" || value === null) return value;
  const prefix = path && `${path}.`;
  if (Array.isArray(value)) {
    const kept = value.slice(0, max / lengthPerPart);
    if (kept.length < value.length) notes.push(describePart(path, kept.length, value, "elements"));
    return kept.map((element, index) => shorten(element, max, prefix + index, notes));
  }
  const fields = Object.entries(value);
  const kept = fields.slice(0, max / lengthPerPart);
  if (kept.length < fields.length) notes.push(describePart(path, kept.length, fields, "fields"));
  return Object.fromEntries(kept.map(([name, field]) => [name, shorten(field, max, prefix + name, notes)]));
}

function describePart(path: string, count: number, { length }: ArrayLike<unknown>, noun: string): string {
  return `${path || "result"}: the first ${count} of ${length} ${noun}`;
}

const maxNotes = 5;

function withNotes(data: object, notes: readonly string[]): Readonly<Record<string, unknown>> {
  return { ...data, ...(notes.length > 0 && { shortened: notes.slice(0, maxNotes) }) };
}

// A service may send newer values, texts and lists are shortened, and a large new field can leave no place for others.
function loosen({ type, description, properties, items, anyOf }: JsonSchema): JsonSchema {
  const fields = Object.entries(properties ?? {}).filter(([name]) => name !== omittedField);
  // Some hosts refuse a list of types.
  const types = Array.isArray(type) && { anyOf: type.map((name: string) => ({ type: name })) };
  return {
    ...(types || (type !== undefined && { type })),
    ...(description !== undefined && { description }),
    ...(properties && { properties: Object.fromEntries(fields.map(([name, field]) => [name, loosen(field)])) }),
    ...(items && { items: loosen(items) }),
    ...(anyOf && { anyOf: anyOf.map(loosen) }),
  };
}
