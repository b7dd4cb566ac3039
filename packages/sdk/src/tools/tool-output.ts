import { contract, type IndexEntry } from "@knowledge-base/types";
import { createOutputSchema, type JsonSchema } from "@knowledge-base/types/internal";
import { cleanText } from "../prompt/clean-text.ts";
import { renderPromptIndex } from "../prompt/render-prompt-index.ts";
import type { ToolResult, ToolSchema } from "./agent-tool.ts";
import type { ToolSettings } from "./tool-settings.ts";

/** Fields that no model reads, and that take thousands of tokens. */
const omittedFields: readonly string[] = ["embedding"];

const maxNotes = 10;
const maxPathLength = 60;
const maxNameLength = 200;
const maxDepth = 20;

type Fields = Map<object, readonly (readonly [string, unknown])[]>;

/** Writes an output with only the beginnings of its texts and lists. */
class OutputShortener {
  readonly #maxTextLength: number;
  readonly #maxElements: number;
  #valuesLeft: number;
  /** What was shortened, and by how much. */
  readonly notes: string[] = [];

  /** The fields of objects, which are listed once for all attempts to shorten an output. */
  readonly #fields: Fields;

  /** @param maxValues - Largest number of values. Others are null, because they make the result too long anyway. */
  constructor(maxTextLength: number, maxElements: number, maxValues: number, fields: Fields) {
    this.#fields = fields;
    this.#maxTextLength = maxTextLength;
    this.#maxElements = maxElements;
    this.#valuesLeft = maxValues;
  }

  /**
   * Returns a value as JSON with clean texts. Objects whose schema allows no other fields have only those of the
   * schema, and all of them.
   */
  shorten(value: unknown, schema: JsonSchema | undefined, path: string, depth = 0): unknown {
    this.#valuesLeft -= 1;
    if (this.#valuesLeft < 0) return null;
    if (typeof value === "string" || typeof value === "bigint") return this.#shortenText(String(value), path);
    if (typeof value === "boolean" || Number.isFinite(value)) return value;
    if (typeof value !== "object" || value === null || depth > maxDepth) return null;
    if (Array.isArray(value)) {
      const first = value.slice(0, this.#limit(value.length, this.#maxElements, path, "elements"));
      return first.map((element, index) => this.shorten(element, schema?.items, `${path}[${index}]`, depth + 1));
    }
    const { toJSON }: { readonly toJSON?: unknown } = value;
    if (typeof toJSON === "function") return this.shorten(toJSON.call(value), schema, path, depth + 1);
    return this.#shortenObject(value, schema, path, depth);
  }

  #shortenText(text: string, path: string): string {
    const length = this.#limit(text.length, this.#maxTextLength, path, "characters");
    if (length === text.length) return cleanText(text);
    return `${cleanText(text.slice(0, length).replace(/[\uD800-\uDBFF]$/, ""))}…`;
  }

  #shortenObject(value: object, schema: JsonSchema = {}, path: string, depth: number): object {
    const objects = [schema, ...(schema.anyOf ?? [])].filter((one) => one.properties);
    const { properties = {}, additionalProperties } = (objects.length === 1 && objects[0]) || {};
    const fields =
      this.#fields.get(value) ??
      Object.entries(value).filter(([name, field]) => {
        const isAllowed = additionalProperties !== false || Object.hasOwn(properties, name);
        return isAllowed && field !== undefined && !omittedFields.includes(name);
      });
    this.#fields.set(value, fields);
    const max = Math.max(this.#maxElements, Object.keys(properties).length);
    const first = fields.slice(0, this.#limit(fields.length, max, path, "fields"));
    const shortened = first.map(([name, field]) => {
      const shown = cleanText(name.slice(0, maxNameLength));
      const fieldSchema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [shown, this.shorten(field, fieldSchema, path === "" ? shown : `${path}.${shown}`, depth + 1)];
    });
    return Object.fromEntries(shortened);
  }

  /** Returns how much of something is kept, and notes it if that is not all. */
  #limit(length: number, max: number, path: string, noun: string): number {
    if (length <= max) return length;
    const note = `${path.slice(0, maxPathLength) || "result"}: the first ${max} of ${length} ${noun}`;
    if (this.notes.length < maxNotes) this.notes.push(cleanText(note));
    return max;
  }
}

/** The output of a tool, which is an object. If that of the operation is another value, it is a field of the object. */
export interface ToolOutput {
  readonly schema: ToolSchema;
  /** Writes the output of the operation for a model. */
  readonly present: (output: unknown) => ToolResult;
}

/** The text of the index has shorter titles and summaries. */
const maxIndexTextLength = 2000;

/** Creates the output of a tool. */
export function createToolOutput({ operation, name, listName }: ToolSettings, maxLength: number): ToolOutput {
  const isEmpty = operation.success.status === 204;
  const declared = isEmpty ? { type: "boolean" } : createOutputSchema(operation);
  const field = isEmpty ? "done" : declared.type === "array" ? listName : "value";
  const isObject = declared.type === "object";

  function shorten(
    output: unknown,
    maxTextLength: number,
    maxElements: number,
    fields: Fields,
    notes: readonly string[] = [],
  ) {
    const shortener = new OutputShortener(maxTextLength, maxElements, maxLength, fields);
    const value = shortener.shorten(isEmpty || output, declared, isObject ? "" : field);
    const shortened = [...notes, ...shortener.notes];
    return { ...(isObject ? Object(value) : { [field]: value }), ...(shortened.length > 0 && { shortened }) };
  }

  function present(output: unknown): ToolResult {
    const fields: Fields = new Map();
    for (let size = maxLength; ; size = Math.floor(size * 0.75)) {
      // Lists are shortened sooner than texts, so that ids are seldom cut.
      const data = shorten(output, size, Math.ceil(size / 40), fields);
      const text = `<knowledge-base-result tool="${name}">\n${writeEscapedJson(data)}\n</knowledge-base-result>`;
      if (text.length <= maxLength || size === 0) return { ok: true, text, data };
    }
  }

  function presentIndex(entries: readonly IndexEntry[]): ToolResult {
    const countTokens = ({ length }: string) => length;
    const { text, included } = renderPromptIndex(entries, { format: "xml", maxTokens: maxLength, countTokens });
    const { length } = included;
    const notes = length < entries.length ? [`pages: the first ${length} of ${entries.length} elements`] : [];
    return { ok: true, text, data: shorten(included, maxIndexTextLength, length, new Map(), notes) };
  }

  const isIndex = operation === contract["promptIndex.get"];
  return {
    schema: createSchema(isObject ? declared : { properties: { [field]: declared }, required: [field] }),
    present: (output) => (isIndex ? presentIndex(Array.isArray(output) ? output : []) : present(output)),
  };
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

/** Writes a value as one line of JSON that cannot close an element or a code fence around it. */
function writeEscapedJson(value: unknown): string {
  const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[<>`\u007F-\u009F\u2028\u2029]/g, codeOf);
}
