import type { JsonSchema } from "@knowledge-base/types/internal";
import { cleanText } from "../prompt/clean-text.ts";
import { findFieldSchema, findObjectSchema } from "./find-object-schema.ts";
import type { OutputSettings } from "./tool-settings.ts";
import { writeEscapedJson } from "./write-escaped-json.ts";

/** Fields that no model reads, and that take thousands of tokens. */
export const omittedFields: readonly string[] = ["embedding"];

const maxNotes = 10;
const maxNameLength = 200;
const maxDepth = 20;

/** Shortens outputs until nothing more may be added to the result. */
export class OutputShaper {
  readonly #limits: OutputSettings;
  #left: number;
  /** What was shortened, and by how much. */
  readonly notes: string[] = [];

  constructor(limits: OutputSettings) {
    this.#limits = limits;
    this.#left = limits.maxOutputLength;
  }

  /**
   * Returns a value as JSON with clean and shortened texts and lists. Objects whose schema allows no other fields have only those
   * of the schema.
   */
  shape(value: unknown, schema: JsonSchema | undefined, path: string, depth = 0): unknown {
    if (typeof value === "string") return this.#shapeText(value, path);
    if (typeof value === "bigint") return this.#shapeText(String(value), path);
    if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return this.#pay(value);
    if (typeof value !== "object" || value === null || depth > maxDepth) return this.#pay(null);
    if (Array.isArray(value)) return this.#shapeList(value, schema?.items, path, depth);
    const { toJSON }: { readonly toJSON?: unknown } = value;
    if (typeof toJSON === "function") return this.shape(toJSON.call(value), schema, path, depth + 1);
    return this.#shapeObject(value, schema, path, depth);
  }

  #shapeText(text: string, path: string): string {
    const clean = cleanText(text);
    const maxLength = Math.max(1, Math.min(this.#limits.maxTextLength, this.#left));
    if (clean.length <= maxLength) return this.#pay(clean);
    this.#note(path, `the first ${maxLength} of ${clean.length} characters`);
    return this.#pay(`${clean.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "")}…`);
  }

  #shapeList(list: readonly unknown[], items: JsonSchema | undefined, path: string, depth: number): unknown[] {
    const shaped: unknown[] = [];
    for (const [index, element] of list.entries()) {
      if (index >= this.#limits.maxListLength || this.#left <= 0) {
        this.#note(path, `the first ${index} of ${list.length} elements`);
        break;
      }
      shaped.push(this.shape(element, items, `${path}[${index}]`, depth + 1));
    }
    return shaped;
  }

  #shapeObject(value: object, schema: JsonSchema | undefined, path: string, depth: number): object {
    const object = findObjectSchema(schema ?? {}, value);
    const { properties, required = [], additionalProperties } = object;
    const isClosed = properties !== undefined && additionalProperties === false;
    const shaped: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined || omittedFields.includes(name)) continue;
      if (isClosed && !Object.hasOwn(properties, name)) continue;
      if (this.#left <= 0 && !required.includes(name)) {
        this.#note(path, "some fields are left out");
        break;
      }
      const shown = this.#pay(cleanText(name.slice(0, maxNameLength)));
      const fieldPath = path === "" ? shown : `${path}.${shown}`;
      shaped.push([shown, this.shape(field, findFieldSchema(object, name), fieldPath, depth + 1)]);
    }
    return Object.fromEntries(shaped);
  }

  #pay<Value>(value: Value): Value {
    this.#left -= writeEscapedJson(value).length + 4;
    return value;
  }

  #note(path: string, text: string): void {
    if (this.notes.length < maxNotes) this.notes.push(cleanText(`${path.slice(0, 100) || "result"}: ${text}`));
  }
}
