import { checkOptions, cutText } from "@knowledge-base/internal";
import type { Operation } from "@knowledge-base/types";
import type { JsonSchema } from "@knowledge-base/types/internal";
import { InputError } from "../index.ts";
import type { ToolSchema } from "./agent-tool.ts";
import type { ToolSettings } from "./tool-options.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Creates the input of a tool as the model sees it: without the fields that are fixed. It is flat, so that its schema is strict
 * if each field is a text, a number or a boolean.
 */
export function createToolInput({ operation, fixed, fields, required }: ToolSettings) {
  const strict = fields.every(([, { type }]) => flatTypes.includes(type));
  const properties = fields.map(([name, field]) => {
    return [name, strict ? toStrict(field, required.includes(name)) : { ...field }] as const;
  });
  const rules = fields.map(([name, { enum: values }]) => {
    const accepts = (value: unknown) => value === null || !values || values.includes(value as string);
    return [name, { expected: `one of ${values?.join(", ")}`, accepts }] as const;
  });
  const schema: ToolSchema = {
    type: "object",
    properties: Object.fromEntries(properties),
    required: fields.map(([name]) => name).filter((name) => strict || required.includes(name)),
    additionalProperties: false,
  };
  return { schema, strict, read };

  /** Reads an input that a model has written, and adds the fixed fields. The operation has not validated it yet. */
  function read(given: unknown): Fields {
    const fail = (message: string) => new InputError({ message, operation: operation.id });
    checkOptions(fail, given ?? {}, Object.fromEntries(rules), { noun: "field" });
    // A strict schema has no other way to leave a field out.
    const kept = Object.entries(given ?? {}).filter(([, value]) => value !== null || !strict);
    return { ...Object.fromEntries(kept), ...fixed };
  }
}

const flatTypes: readonly unknown[] = ["string", "integer", "number", "boolean"];

/** Strict schemas have no constraints, so that the description names them. The operation validates its input anyway. */
function toStrict({ type, description, enum: values, const: only, ...others }: JsonSchema, isRequired: boolean) {
  const constraints = Object.entries(others).map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`);
  const about = [description, constraints.length > 0 && `(${constraints.join(", ")})`].filter(Boolean).join(" ");
  const choice = only === undefined ? values : [only];
  return {
    type: isRequired ? type : [type, "null"],
    ...(choice && { enum: isRequired ? choice : [...choice, null] }),
    ...(about && { description: about }),
  };
}

/** Ids are shorter. A longer value must not hide the others. */
const maxValueLength = 200;
const maxQuestionLength = 1000;

/** Characters that a person would not see or would take for a space, or that change the order of the others. */
const invisible = /[\p{Cf}\p{DI}\p{Cc}\p{Zl}\p{Zp}\p{NChar}\u2800]|(?! )\p{Zs}/gv;

/**
 * Describes a call for the person who confirms it, in one line. Invisible characters are shown by their codes, and a
 * value that is too long says how much of it is missing.
 */
export function describeCall({ summary }: Operation, input: Fields): string {
  const texts = Object.entries(input).map(([name, value]) => `${name}: ${describeValue(JSON.stringify(value) ?? "")}`);
  return cutText(`${summary}? ${texts.join(", ")}`, maxQuestionLength);
}

function describeValue(json: string): string {
  const codeOf = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  const visible = json.slice(0, maxValueLength + 1).replace(invisible, codeOf);
  if (visible.length <= maxValueLength) return visible;
  return `${cutText(visible, maxValueLength)} (only the beginning of ${json.length} characters)`;
}
