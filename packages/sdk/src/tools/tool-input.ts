import { checkOptions, cutText, escapeInvisible, type Fields, isObject, parseJson } from "@knowledge-base/internal";
import type { Operation } from "@knowledge-base/types";
import { InputError } from "../errors/call-errors.ts";
import type { ToolField, ToolSettings } from "./tool-options.ts";
import { mapFields, toPortable, typesOf } from "./tool-schema.ts";

/** Creates the input of a tool as the model sees it: without the fields that are fixed. It is flat. */
export function createToolInput({ operation, fixed, fields }: ToolSettings) {
  const rules = mapFields(fields, ({ schema: { enum: values } }) => {
    const accepts = (value: unknown) => !values || values.includes(value as string);
    return { expected: `one of ${values?.join(", ")}`, accepts };
  });

  // The operation validates the values.
  function read(given: unknown): Fields {
    const createError = (message: string) => new InputError({ message, operation: operation.id });
    const written = parseText(parseText(given)) ?? {};
    const values = isObject(written) ? mapFields(written, readField) : written;
    checkOptions(createError, values, rules, { noun: "field" });
    const named = Object.entries(values).map(([name, value]) => [fields[name]?.inputName, value] as const);
    return { ...Object.fromEntries(named), ...fixed };
  }

  function readField(value: unknown, name: string): unknown {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    // A change can empty a text, but no search is for an empty one.
    if (field) return readValue(value, field, operation.idempotency !== "safe");
    const isFixed = Object.hasOwn(fixed, name) && fixed[name] === value;
    return isFixed || value === null || hostFields.test(name) ? undefined : value;
  }

  const properties = mapFields(fields, ({ schema }) => toPortable(schema));
  const required = Object.keys(fields).filter((name) => fields[name]?.isRequired);
  const strict = Object.values(fields).every(({ schema }) => flatTypes.includes(schema.type));
  return { schema: { type: "object" as const, properties, required }, strict, read };
}

const flatTypes: readonly unknown[] = ["string", "integer", "number", "boolean"];

// Hosts such as n8n add them. Any other unknown field may be meant, and is rejected.
const hostFields = /^(?:_[^_].*|toolCallId|sessionId|chatInput|action|tool)$/;

// Some models write `True`.
function parseText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const [parsed = value] = [value.trim() || "{}", value.toLowerCase()]
    .map(parseJson)
    .filter((one) => one !== undefined);
  return parsed;
}

// Returns the only value that a text or a number can mean; undefined if the model has left the field out.
function readValue(value: unknown, field: Omit<ToolField, "inputName">, keepsEmpty: boolean): unknown {
  const { schema, isRequired } = field;
  const { items } = schema;
  if (items && Array.isArray(value))
    return value.map((item) => readValue(item, { schema: items, isRequired: true }, true));
  const types = typesOf(schema);
  const isText = types.length === 0 || types.includes("string");
  const none = types.includes("null") ? null : undefined;
  if (value === null) return types.length === 0 ? value : none;
  if (typeof value === "number" && types.join() === "string" && Number.isSafeInteger(value)) return `${value}`;
  if (typeof value !== "string") return value;
  const text = value.trim();
  const choice = schema.enum?.find((one: unknown) => String(one) === text);
  if (choice !== undefined) return choice;
  const isEmptyValue = keepsEmpty && isText && schema.enum === undefined;
  const isLeftOut = text === "null" || (text === "" && !isEmptyValue);
  if (isLeftOut && (!isRequired || none === null)) return none;
  if (isText || text === "") return value;
  const parsed = parseText(text);
  return Array.isArray(parsed) ? readValue(parsed, field, keepsEmpty) : parsed;
}

// Ids are shorter. A longer value must not hide the others.
const maxValueLength = 200;
const maxQuestionLength = 1000;

/**
 * Describes a call for the person who confirms it, in one line. Invisible characters are shown by their codes, and a
 * value that is too long says how much of it is missing.
 */
export function describeCall({ summary }: Operation, input: Fields): string {
  const texts = Object.entries(input).map(([name, value]) => `${name}: ${describeValue(JSON.stringify(value) ?? "")}`);
  return cutText(`${summary}? ${texts.join(", ")}`, maxQuestionLength);
}

function describeValue(json: string): string {
  const visible = escapeInvisible(json.slice(0, maxValueLength + 1));
  if (visible.length <= maxValueLength) return visible;
  return `${cutText(visible, maxValueLength)} (only the beginning of ${json.length} characters)`;
}
