import { cutText, fieldsOf } from "@knowledge-base/internal";
import { contract, type IndexEntry } from "@knowledge-base/types";
import { createOutputSchema, isContractOperation, type JsonSchema } from "@knowledge-base/types/internal";
import { cleanEntry, renderPromptIndex } from "../prompt/render-prompt-index.ts";
import { cleanText, writeJson } from "../prompt/untrusted-text.ts";
import type { ToolResult, ToolSchema } from "./agent-tool.ts";
import type { ToolSettings } from "./tool-settings.ts";

/** Creates the output of a tool, which is an object. If that of the operation is another value, it is a field of the object. */
export function createToolOutput({ operation, name }: ToolSettings, maxLength: number) {
  const isEmpty = operation.success.status === 204;
  const declared = isEmpty ? { type: "boolean" } : createOutputSchema(operation);
  const field = isEmpty ? "done" : declared.type === "array" ? "items" : "value";
  const isObject = declared.type === "object";

  function present(output: unknown): ToolResult {
    const cleaned = clean(isEmpty || output, isContractOperation(operation) ? declared : {});
    return fit(isObject ? fieldsOf(cleaned) : { [field]: cleaned }, maxLength);
  }

  function fit(whole: object, max: number): ToolResult {
    const notes: string[] = [];
    const data = withNotes(shorten(whole, max, "", notes) as object, notes);
    const text = `<knowledge-base-result tool="${name}">\n${writeJson(data)}\n</knowledge-base-result>`;
    if (text.length <= maxLength) return { ok: true, text, data };
    return fit(whole, Math.floor(max * Math.min(0.95, maxLength / text.length)));
  }

  function presentIndex(entries: readonly IndexEntry[]): ToolResult {
    const countTokens = ({ length }: string) => length;
    const { text, included } = renderPromptIndex(entries, { format: "xml", maxTokens: maxLength, countTokens });
    const notes = included.length < entries.length ? [describePart(field, included, entries, "elements")] : [];
    return { ok: true, text, data: withNotes({ [field]: included.map(cleanEntry) }, notes) };
  }

  const isIndex = operation === contract["promptIndex.get"];
  return {
    schema: createSchema(isObject ? declared : { properties: { [field]: declared }, required: [field] }),
    /** Writes the output of the operation for a model. */
    present: (output: unknown) => (isIndex ? presentIndex(Array.isArray(output) ? output : []) : present(output)),
  };
}

/** Fields that no model reads, and that take thousands of tokens. */
const omittedFields: readonly string[] = ["embedding"];

const maxDepth = 20;

/** Returns a value as JSON with clean texts. If a schema describes an object, the object has no other fields. */
function clean(value: unknown, schema: JsonSchema = {}, depth = 0): unknown {
  if (typeof value === "string" || typeof value === "bigint") return cleanText(String(value));
  if (typeof value === "boolean" || Number.isFinite(value)) return value;
  if (typeof value !== "object" || value === null || depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((element) => clean(element, schema.items, depth + 1));
  const { toJSON } = fieldsOf(value);
  if (typeof toJSON === "function") return clean(toJSON.call(value), schema, depth + 1);
  const { properties } = [schema, ...(schema.anyOf ?? [])].find((one) => one.properties) ?? {};
  const fields = Object.entries(value).filter(([name, field]) => {
    const isKnown = properties === undefined || Object.hasOwn(properties, name);
    return isKnown && field !== undefined && !omittedFields.includes(name);
  });
  const cleaned = fields.map(([name, field]) => [cleanText(name), clean(field, properties?.[name], depth + 1)]);
  return Object.fromEntries(cleaned);
}

/** Length of the value of a field below which other fields are left out. */
const minFieldLength = 40;

/**
 * Returns the beginning of a value, whose JSON has about `max` characters, and notes what is left out. A list has whole
 * elements, if one fits. The longest fields of an object are shortened.
 */
function shorten(value: unknown, max: number, path: string, notes: string[]): unknown {
  const size = writeJson(value).length;
  if (size <= max || typeof value === "number") return value;
  if (typeof value === "string") {
    const shown = cutText(value, Math.max(1, Math.floor((value.length * max) / size)));
    notes.push(describePart(path, shown.slice(1), value, "characters"));
    return shown;
  }
  const isList = Array.isArray(value);
  const parts = Object.entries(fieldsOf(value)).map(([name, part]) => ({ name, part, length: writeJson(part).length }));
  let room = max;
  const fitting = parts.filter(({ name, length }) => {
    room -= isList ? length + 1 : name.length + 4 + Math.min(length, minFieldLength);
    return room >= 0;
  });
  const kept = isList && fitting.length === 0 ? parts.slice(0, 1) : fitting;
  if (kept.length < parts.length) notes.push(describePart(path, kept, parts, isList ? "elements" : "fields"));
  let maxPart = max;
  const exceeds = () => kept.reduce((sum, { length }) => sum + Math.min(length, maxPart), 0) > max;
  while (exceeds()) maxPart *= 0.9;
  const shown = kept.map(({ name, part }) => {
    const partPath = isList ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    return [name, shorten(part, maxPart, partPath, notes)] as const;
  });
  return isList ? shown.map(([, part]) => part) : Object.fromEntries(shown);
}

type Sized = { readonly length: number };

function describePart(path: string, { length }: Sized, whole: Sized, noun: string): string {
  return `${cutText(path, maxPathLength) || "result"}: the first ${length} of ${whole.length} ${noun}`;
}

/** There is room for the notes in the shortest result. */
const maxNotes = 5;
const maxPathLength = 40;

function withNotes(data: object, notes: readonly string[]): Readonly<Record<string, unknown>> {
  return { ...data, ...(notes.length > 0 && { shortened: notes.slice(0, maxNotes) }) };
}

function createSchema(object: JsonSchema): ToolSchema {
  const description = "What was shortened or left out, and by how much.";
  const shortened = { type: "array", items: { type: "string" }, description };
  const { properties, required = [] } = loosen(object);
  return { type: "object", properties: { ...(properties as ToolSchema["properties"]), shortened }, required };
}

/** Removes enums and limits: a service may send newer values, and texts and lists are shortened. */
function loosen({ type, description, properties, required, items, anyOf }: JsonSchema): JsonSchema {
  const isKept = (name: string) => !omittedFields.includes(name);
  const fields = properties && Object.entries(properties).filter(([name]) => isKept(name));
  return {
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...(fields && { properties: Object.fromEntries(fields.map(([name, field]) => [name, loosen(field)])) }),
    ...(required && { required: required.filter(isKept) }),
    ...(items && { items: loosen(items) }),
    ...(anyOf && { anyOf: anyOf.map(loosen) }),
  };
}
