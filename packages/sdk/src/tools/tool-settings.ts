import { type Fields, fieldsOf } from "@knowledge-base/internal/json";
import {
  anyRule,
  booleanRule,
  checkOptions,
  functionRule,
  type OptionRule,
  type OptionRules,
  textRule,
  wholeNumberRule,
} from "@knowledge-base/internal/options";
import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import { createInputSchema, isContractOperation, isOperation } from "@knowledge-base/types/internal";
import type { JsonSchema } from "@knowledge-base/types/openapi";
import { ConfigurationError } from "../errors/call-errors.ts";
import { contractTools } from "./contract-tools.ts";
import type { ToolDeclaration, ToolOptions } from "./tool-options.ts";

/** A tool as the options declare it, validated and with its defaults. */
export interface ToolSettings {
  readonly operation: Operation;
  readonly name: string;
  readonly description: string;
  readonly destructive: boolean;
  readonly maxOutputLength: number;
  /** The values that the program has fixed, by the names of the fields in the operation. */
  readonly fixed: Fields;
  /** The fields for which the model provides values. */
  readonly fields: readonly ToolField[];
}

/** A field of the input of a tool. */
export interface ToolField {
  /** The name that the model sees. */
  readonly name: string;
  /** Name of the field in the input of the operation. */
  readonly inputName: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

const operationIds = Object.keys(contract) as OperationId[];

export function readToolOptions(options: ToolOptions): readonly ToolSettings[] {
  checkOptions(createError, options, optionRules);
  const { allow = operationIds.filter((id) => contract[id].idempotency === "safe") } = options;
  const tools = allow.map((entry, index) => readEntry(entry, `allow[${index}]`, options));
  const names = tools.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw createError(`allow must not have the tool ${repeated} twice.`);
  return tools;
}

function readEntry(entry: OperationId | Operation | ToolDeclaration, path: string, options: ToolOptions): ToolSettings {
  const hasSettings = fieldsOf(entry)["operation"] !== undefined;
  const declaration = (hasSettings ? entry : { operation: entry }) as ToolDeclaration;
  checkOptions(createError, declaration, declarationRules, { path, required: ["operation"], noun: "field" });
  const { operation: declared } = declaration;
  const operation: Operation = typeof declared === "string" ? contract[declared] : declared;
  const known = isContractOperation(operation)
    ? contractTools[operation.id as OperationId]
    : { description: `${operation.summary}.`, destructive: operation.idempotency !== "safe" };
  const {
    name = toPortableName(operation.id.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_").toLowerCase()),
    description = known.description,
    destructive = known.destructive ?? false,
    fixed = {},
  } = declaration;
  const { maxOutputLength = 20_000 } = options;
  const input = divideFields(operation, fixed, `${path}.fixed`, options);
  return { operation, name, description, destructive, maxOutputLength, ...input };
}

// Divides the input of an operation into what the program has fixed and what the model fills in.
function divideFields(
  operation: Operation,
  declared: Fields,
  path: string,
  { brainId, installationId }: ToolOptions,
): Pick<ToolSettings, "fixed" | "fields"> {
  const { properties = {}, required = [] } = createInputSchema(operation);
  const rules = Object.fromEntries(Object.keys(properties).map((name) => [name, anyRule]));
  checkOptions(createError, declared, rules, { path, noun: "field" });
  const choices = new Map(Object.entries({ brainId, installationId }));
  const fixed = new Map(Object.entries(declared));
  const fields: ToolField[] = [];
  for (const [inputName, schema] of Object.entries(properties)) {
    const ids = [choices.get(inputName) ?? []].flat();
    if (ids.length === 1 && fixed.get(inputName) === undefined) fixed.set(inputName, ids[0]);
    if (fixed.has(inputName)) continue;
    fields.push({
      name: findFreeName(toPortableName(inputName), fields),
      inputName,
      schema: ids.length > 1 ? { ...schema, enum: ids } : schema,
      isRequired: required.includes(inputName),
    });
  }
  return { fixed: Object.fromEntries(fixed), fields };
}

// Several fields may have the same portable name.
function findFreeName(portableName: string, fields: readonly ToolField[]): string {
  let name = portableName;
  for (let number = fields.length; fields.some((field) => field.name === name); number += 1)
    name = `${portableName.slice(0, 60)}_${number}`;
  return name;
}

// Gemini takes letters, digits and underscores, Anthropic at most 64 characters.
function toPortableName(name: string): string {
  return name.replace(/^(?=\d)|\W+/g, "_").slice(0, 64);
}

function createError(problems: string): Error {
  return new ConfigurationError({ message: `Failed to create tools: ${problems}` });
}

const idsRule: OptionRule = {
  expected: "an id, or an array of different ids",
  accepts(value) {
    const ids = new Set([value].flat().filter((id) => typeof id === "string" && id !== ""));
    return ids.size > 0 && ids.size === [value].flat().length;
  },
};

const optionRules: OptionRules<ToolOptions> = {
  allow: { expected: "an array of operations", accepts: Array.isArray },
  brainId: idsRule,
  installationId: idsRule,
  confirm: functionRule,
  maxOutputLength: wholeNumberRule(2000, 10_000_000),
};

const declarationRules: OptionRules<ToolDeclaration> = {
  operation: {
    // A text that isn't an id may be a key.
    isSecret: true,
    expected: `an operation that defineOperation has returned, not a copy, or one of ${operationIds.join(", ")}`,
    accepts: (value) => operationIds.some((id) => id === value) || isOperation(value),
  },
  name: {
    expected: "1 to 64 letters, digits, underscores and hyphens, first a letter or an underscore",
    accepts: (value) => typeof value === "string" && /^[a-z_][\w-]{0,63}$/i.test(value),
  },
  description: textRule,
  destructive: booleanRule,
  fixed: anyRule,
};
