import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import {
  booleanRule,
  createInputSchema,
  findOperationProblems,
  findOptionProblems,
  formatProblems,
  functionRule,
  type OptionContext,
  type OptionRule,
  type OptionRules,
  showName,
  suggestName,
  wholeNumberRule,
} from "@knowledge-base/types/internal";
import { ConfigurationError } from "../index.ts";
import { describeOperation } from "./contract-tools.ts";
import type { ToolDeclaration, ToolOptions } from "./tool-options.ts";

/** A tool as the options declare it, validated. */
export interface ToolSettings {
  readonly operation: Operation;
  readonly name: string;
  readonly description: string;
  readonly destructive: boolean;
  /** Name of the list in the result, if the output is a list. */
  readonly listName: string;
  /** Fields with the only value that they have. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** Fields with the values that the model chooses from. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
}

/** Validates the options of {@link toTools}, and returns the tools that they declare. */
export function readToolOptions(options: ToolOptions): readonly ToolSettings[] {
  checkOptions(options, optionRules);
  const { allow = readOnlyOperations } = options;
  const tools = allow.map((entry, index) => readEntry(entry, `allow[${index}]`, options));
  const names = tools.map(({ name }) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  rejectProblems(repeated.map((name) => `allow must not have the tool ${showName(name)} twice`));
  return tools;
}

const ids = Object.keys(contract) as OperationId[];
const readOnlyOperations = ids.filter((id) => contract[id].idempotency === "safe");

type Entry = NonNullable<ToolOptions["allow"]>[number];

function readEntry(entry: Entry, path: string, { brainId, installationId }: ToolOptions): ToolSettings {
  const isOperation = typeof entry === "string" || Object.hasOwn(Object(entry), "path");
  const declaration = (isOperation ? { operation: entry } : entry) as ToolDeclaration;
  checkOptions(declaration, declarationRules, { path, required: ["operation"], noun: "field" });
  const operation = typeof declaration.operation === "string" ? contract[declaration.operation] : declaration.operation;
  const names = Object.keys(createInputSchema(operation).properties ?? {});
  const fixed = { ...declaration.fixed };
  const unknown = Object.keys(fixed).filter((name) => !names.includes(name));
  const describe = (name: string) =>
    `${showName(name)} is not a field of the input; ${suggestName(name, names, "field")}`;
  rejectProblems(unknown.map((name) => `${path}.fixed.${describe(name)}`));
  const choices = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries({ brainId, installationId })) {
    if (value === undefined || !names.includes(name) || Object.hasOwn(fixed, name)) continue;
    const values = [value].flat();
    if (values.length === 1) fixed[name] = values[0];
    else choices.set(name, values);
  }
  const known = describeOperation(operation);
  const { name = toToolName(operation.id), description = known.description } = declaration;
  const { destructive = known.destructive ?? false } = declaration;
  const { listName = "items" } = known;
  return { operation, name, description, destructive, listName, fixed, choices };
}

/** Names must be valid for all providers. */
function toToolName(id: string): string {
  const words = id.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_").replace(/[^a-zA-Z\d_-]+/g, "_");
  return words.toLowerCase().slice(0, 64);
}

function checkOptions(options: object, rules: Readonly<Record<string, OptionRule>>, context?: OptionContext): void {
  rejectProblems(findOptionProblems(options, rules, context).map(({ path, message }) => `${path} ${message}`));
}

function rejectProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new ConfigurationError({ message: `Failed to create tools: ${formatProblems(problems)}` });
}

const idsRule: OptionRule = {
  expected: "an id, or an array of different ids",
  accepts(value) {
    const values: unknown[] = [value].flat();
    const isId = (id: unknown) => typeof id === "string" && id !== "";
    return values.length > 0 && values.every(isId) && new Set(values).size === values.length;
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
    expected: `an operation that defineOperation has returned, or one of ${ids.join(", ")}`,
    accepts: (value) => ids.some((id) => id === value) || findOperationProblems(value).length === 0,
  },
  name: {
    expected: "1 to 64 letters, digits, underscores and hyphens",
    accepts: (value) => typeof value === "string" && /^[\w-]{1,64}$/.test(value),
  },
  description: { expected: "a string", accepts: (value) => typeof value === "string" },
  destructive: booleanRule,
  fixed: { expected: "an object", accepts: (value) => typeof value === "object" },
};
