import { escapeInvisible } from "@knowledge-base/internal/escaping";
import { type Fields, fieldsOf, isObject, parseJson } from "@knowledge-base/internal/json";
import { anyRule, checkOptions, oneOfRule } from "@knowledge-base/internal/options";
import { cutText } from "@knowledge-base/internal/texts";
import type { Operation } from "@knowledge-base/types";
import { InputError } from "../errors/call-errors.ts";
import { toPortable, typesOf } from "./tool-schema.ts";
import type { ToolField, ToolSettings } from "./tool-settings.ts";

const flatTypes: readonly unknown[] = ["string", "integer", "number", "boolean"];

// Hosts such as n8n add them. Any other unknown field may be meant, and is rejected.
const hostFields = /^(?:_[^_].*|toolCallId|sessionId|chatInput|action|tool)$/;

/** Creates the input of a tool as the model sees it: without the fields that are fixed. It is flat. */
export function createToolInput({ operation, fixed, fields }: ToolSettings) {
  const createError = (message: string) => new InputError({ message, operation: operation.id });
  const rules = Object.fromEntries(
    fields.map(({ name, schema }) => [name, schema.enum ? oneOfRule<unknown>(schema.enum) : anyRule]),
  );
  const find = (name: string) => fields.find((field) => field.name === name);

  // The operation validates the values.
  function read(given: unknown): Fields {
    // Twice, because some models write JSON in a text of JSON.
    const parsed = parseText(parseText(given));
    const written = isNothing(parsed) ? {} : parsed;
    const values = isObject(written) ? readFields(written) : written;
    checkOptions(createError, values, rules, { noun: "field" });
    const inputFields = Object.entries(fieldsOf(values)).map(([name, value]) => [find(name)?.inputName, value]);
    return { ...Object.fromEntries(inputFields), ...fixed };
  }

  function readFields(written: Fields): Fields {
    const values = Object.entries(written).map(([name, value]) => [name, readField(name, value)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }

  function readField(name: string, value: unknown): unknown {
    const field = find(name);
    // A program may pass undefined, which is never null.
    if (field && value !== undefined) return readValue(value, field);
    const isFixed = Object.hasOwn(fixed, name) && fixed[name] === value;
    return isFixed || value === null || hostFields.test(name) ? undefined : value;
  }

  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, toPortable(schema)]));
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const strict = fields.every(({ schema }) => flatTypes.includes(schema.type));
  return { schema: { type: "object" as const, properties, required }, strict, read };
}

// How models leave a field out.
const nothing: readonly unknown[] = [undefined, null, "", "null"];

function isNothing(value: unknown): boolean {
  return nothing.includes(typeof value === "string" ? value.trim() : value);
}

function parseText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.trim();
  // Some models write `True`. A longer text keeps its capitals, which its values may have too.
  return parseJson(/^(?:true|false)$/i.test(text) ? text.toLowerCase() : text) ?? value;
}

// Returns the only value that a text or a number can mean; undefined if the model has left the field out.
function readValue(given: unknown, { schema, isRequired }: Pick<ToolField, "schema" | "isRequired">): unknown {
  const types = typesOf(schema);
  const isNullable = types.includes("null");
  if (isNothing(given) && (isNullable || !isRequired)) return isNullable ? null : undefined;
  // A text that is none of the values may be one of the numbers among them.
  const takesText =
    schema.enum?.some((allowed: unknown) => allowed === given) ?? (types.length === 0 || types.includes("string"));
  const value = takesText ? given : parseText(given);
  const { items } = schema;
  if (items && Array.isArray(value)) return value.map((item) => readValue(item, { schema: items, isRequired: true }));
  return types.join() === "string" && Number.isSafeInteger(value) ? String(value) : value;
}

// Ids are shorter. A longer value must not hide the others.
const maxValueLength = 200;
const maxQuestionLength = 1000;

/** Describes a call for the person who confirms it, in one line. Invisible characters are shown by their codes. */
export function describeCall({ summary }: Operation, input: Fields): string {
  const texts = Object.entries(input).map(([name, value]) => {
    const json = JSON.stringify(value) ?? "";
    return `${name}: ${cutText(escapeInvisible(json.slice(0, maxValueLength + 1)), maxValueLength)}`;
  });
  return cutText(`${summary}? ${texts.join(", ")}`, maxQuestionLength);
}
