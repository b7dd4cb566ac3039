import {
  createInputSchema,
  cutText,
  formatProblems,
  type JsonSchema,
  showName,
  suggestName,
} from "@knowledge-base/types/internal";
import type { ToolFailure, ToolSchema } from "./agent-tool.ts";
import { explainFailure } from "./explain-failure.ts";
import type { ToolSettings } from "./tool-settings.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The input of a tool as the model sees it: without the fields that are fixed, and with the values that can be chosen.
 */
export interface ToolInput {
  readonly schema: ToolSchema;
  readonly strict: boolean;
  /** Reads an input that a model has written, and adds the fixed fields. The operation has not validated it yet. */
  readonly read: (
    given: unknown,
  ) => { readonly ok: true; readonly input: Fields; readonly question?: undefined } | ToolFailure;
}

/**
 * Creates the input of a tool. An input is flat, so that its schema is strict if each field is a text, a number or a
 * boolean.
 */
export function createToolInput({ operation, fixed, choices }: ToolSettings): ToolInput {
  const { properties = {}, required = [] } = createInputSchema(operation);
  const names = Object.keys(properties).filter((name) => !Object.hasOwn(fixed, name));
  const declared = names.map((name): [string, JsonSchema] => {
    const ids = choices.get(name);
    return [name, { ...properties[name], ...(ids && { enum: ids }) }];
  });
  const strict = declared.every(([, field]) => isFlat(field));
  const fields = strict ? declared.map(([name, field]) => [name, toStrict(field, required.includes(name))]) : declared;
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(fields),
      required: strict ? names : names.filter((name) => required.includes(name)),
      additionalProperties: false,
    },
    strict,
    read(given) {
      const problem = findProblem(given ?? {}, names, choices);
      if (problem !== undefined) return explainFailure(operation, "input", formatProblems([problem]));
      // A strict schema has no other way to leave a field out.
      const kept = Object.entries(given ?? {}).filter(([, value]) => value !== null || !strict);
      return { ok: true, input: { ...Object.fromEntries(kept), ...fixed } };
    },
  };
}

const flatTypes: readonly unknown[] = ["string", "integer", "number", "boolean"];

/** OpenAI has further rules for enums with more values. */
const maxEnumValues = 250;

function isFlat({ type, enum: values = [] }: JsonSchema): boolean {
  return flatTypes.includes(type) && values.length <= maxEnumValues;
}

/** Strict schemas have no constraints, so that the description names them. The operation validates its input anyway. */
function toStrict({ type, description, enum: values, const: only, ...others }: JsonSchema, isRequired: boolean) {
  const constraints = Object.entries(others).map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`);
  const texts = [description ?? [], constraints.length > 0 ? `(${constraints.join(", ")})` : []].flat();
  const about = texts.length > 0 && { description: texts.join(" ") };
  const choice = { ...(values && { enum: values }), ...(only !== undefined && { const: only }) };
  if (isRequired) return { type, ...choice, ...about };
  const isChoice = Object.keys(choice).length > 0;
  return isChoice ? { ...about, anyOf: [{ type, ...choice }, { type: "null" }] } : { type: [type, "null"], ...about };
}

/** The operation validates everything else. */
function findProblem(input: unknown, names: readonly string[], choices: ToolSettings["choices"]): string | undefined {
  if (typeof input !== "object" || Array.isArray(input)) return "input must be an object";
  for (const [name, value] of Object.entries(input as Fields)) {
    if (!names.includes(name)) {
      const advice = names.length === 0 ? "the input has no fields" : suggestName(name, names, "field");
      return `${showName(name)} is not a known field; ${advice}`;
    }
    const choice = choices.get(name);
    if (choice && !choice.includes(value as string)) return `${name} must be one of ${choice.join(", ")}`;
  }
  return undefined;
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
export function describeCall(summary: string, input: Fields): string {
  const texts = Object.entries(input).flatMap(([name, value]) => {
    const json = JSON.stringify(value) as string | undefined;
    return json === undefined ? [] : [`${name}: ${describeValue(json)}`];
  });
  return cutText(`${summary}? ${texts.join(", ")}`, maxQuestionLength);
}

function describeValue(json: string): string {
  const codeOf = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  const visible = json.slice(0, maxValueLength).replace(invisible, codeOf);
  if (json.length <= maxValueLength && visible.length <= maxValueLength) return visible;
  return `${cutText(`${visible}…`, maxValueLength)} (only the beginning of ${json.length} characters)`;
}
