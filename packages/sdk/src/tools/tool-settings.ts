import { contract, type OperationId } from "@knowledge-base/types";
import {
  booleanRule,
  findOptionProblems,
  formatProblems,
  functionRule,
  type OptionRule,
  type OptionRules,
  showName,
  suggestName,
  wholeNumberRule,
} from "@knowledge-base/types/internal";
import { type CallableOperation, inputNames, type OwnOperation, parsingKey } from "../call/callable-operation.ts";
import { throwConfigurationError } from "../errors/deferred-error.ts";
import { defaultOutputLimits } from "./output-limits.ts";
import type { ToolDeclaration, ToolOptions } from "./tool-options.ts";

/** A tool as the options declare it, validated. */
export interface ToolSettings {
  readonly operation: CallableOperation;
  readonly name: string;
  readonly description: string | undefined;
  readonly destructive: boolean | undefined;
  /** Fields with the only value that they have. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** Fields with the values that the model chooses from. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

/** The limits of results, with the defaults of those that were not given. */
export type OutputSettings = typeof defaultOutputLimits;

/** The options of {@link toTools}, validated, with their defaults. */
export interface ToolsSettings {
  readonly tools: readonly ToolSettings[];
  readonly limits: OutputSettings;
  readonly confirm: ToolOptions["confirm"];
}

/**
 * Validates the options of {@link toTools} and fills in the defaults.
 *
 * @throws DeferredError that becomes a {@link ConfigurationError}
 */
export function readToolOptions(options: ToolOptions): ToolsSettings {
  throwProblems(findOptionProblems(options, optionRules).map(({ path, message }) => `${path} ${message}`));
  const { allow = readOnlyOperations(), confirm } = options;
  const tools = allow.map((entry, index) => readDeclaration(toDeclaration(entry), `allow[${index}]`, options));
  const names = tools.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throwProblems([`allow must not have the tool ${showName(repeated)} twice`]);
  const limits = Object.entries(defaultOutputLimits).map(([name, value]) => [
    name,
    options[name as keyof OutputSettings] ?? value,
  ]);
  return { tools, limits: Object.fromEntries(limits) as OutputSettings, confirm };
}

function readOnlyOperations(): OperationId[] {
  const ids = Object.keys(contract) as OperationId[];
  return ids.filter((id) => contract[id].idempotency === "safe");
}

function toDeclaration(entry: OperationId | OwnOperation | ToolDeclaration): ToolDeclaration {
  return typeof entry === "string" || parsingKey in Object(entry)
    ? { operation: entry as ToolDeclaration["operation"] }
    : (entry as ToolDeclaration);
}

function readDeclaration(declaration: ToolDeclaration, path: string, options: ToolOptions): ToolSettings {
  const problems = findOptionProblems(declaration, declarationRules, { path, required: ["operation"], noun: "field" });
  throwProblems(problems.map((problem) => `${problem.path} ${problem.message}`));
  const operation = findOperation(declaration.operation, path);
  const { name = toToolName(operation.id), description, destructive, fixed = {} } = declaration;
  const fields = inputNames(operation);
  const unknown = Object.keys(fixed).filter((field) => !fields.includes(field));
  throwProblems(
    unknown.map(
      (field) => `${path}.fixed.${showName(field)} is not a field of the input; ${suggestName(field, fields, "field")}`,
    ),
  );
  const { brainId, installationId } = options;
  const given = Object.entries({ brainId, installationId }).filter(
    ([field, ids]) => ids !== undefined && fields.includes(field) && !Object.hasOwn(fixed, field),
  );
  const lists = given.map(([field, ids]) => [field, [ids ?? []].flat()] as const);
  return {
    operation,
    name,
    description,
    destructive,
    fixed: {
      ...Object.fromEntries(lists.flatMap(([field, [id, ...more]]) => (more.length > 0 ? [] : [[field, id]]))),
      ...fixed,
    },
    choices: Object.fromEntries(lists.filter(([, ids]) => ids.length > 1)),
  };
}

function findOperation(operation: ToolDeclaration["operation"], path: string): CallableOperation {
  if (typeof operation !== "string") return operation;
  if (Object.hasOwn(contract, operation)) return contract[operation];
  const advice = suggestName(operation, Object.keys(contract), "operation");
  return throwConfigurationError(
    formatProblems([`${path} must be an operation (got ${showName(operation)}); ${advice}`]),
  );
}

function throwProblems(problems: readonly string[]): void {
  if (problems.length > 0) throwConfigurationError(formatProblems(problems));
}

const maxNameLength = 64;

/** Names must be valid for all providers. */
function toToolName(id: string): string {
  const words = id.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_").replace(/[^a-zA-Z\d_-]+/g, "_");
  return words.toLowerCase().slice(0, maxNameLength);
}

const idsRule: OptionRule = {
  expected: "an id, or an array of different ids",
  accepts: (value) => {
    const ids: unknown[] = [value].flat();
    return ids.length > 0 && ids.every((id) => typeof id === "string" && id !== "") && new Set(ids).size === ids.length;
  },
};

const optionRules: OptionRules<ToolOptions> = {
  allow: { expected: "an array of operations", accepts: Array.isArray },
  brainId: idsRule,
  installationId: idsRule,
  confirm: functionRule,
  maxTextLength: wholeNumberRule(1, 1_000_000),
  maxListLength: wholeNumberRule(1, 10_000),
  maxOutputLength: wholeNumberRule(500, 10_000_000),
};

const declarationRules: OptionRules<ToolDeclaration> = {
  operation: {
    expected: "the id of an operation, or an operation that defineOperation has returned",
    accepts: (value) => typeof value === "string" || parsingKey in Object(value),
  },
  name: {
    expected: `1 to ${maxNameLength} letters, digits, underscores and hyphens`,
    accepts: (value) => typeof value === "string" && new RegExp(`^[\\w-]{1,${maxNameLength}}$`).test(value),
  },
  description: {
    expected: "a string that is not empty",
    accepts: (value) => typeof value === "string" && value !== "",
  },
  destructive: booleanRule,
  fixed: { expected: "an object", accepts: (value) => typeof value === "object" && !Array.isArray(value) },
};
