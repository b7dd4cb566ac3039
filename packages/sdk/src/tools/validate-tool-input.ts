import { formatProblems, showName, suggestName } from "@knowledge-base/types/internal";
import { operationContext } from "../call/callable-operation.ts";
import { parseInputAsync } from "../call/parse-input.ts";
import { DeferredError, toPublicError } from "../errors/deferred-error.ts";
import { InputError } from "../errors/input-error.ts";
import type { ToolInput } from "./agent-tool.ts";
import type { ToolInputSchema } from "./create-tool-input-schema.ts";
import { describeCall } from "./describe-call.ts";
import { explainError } from "./explain-error.ts";
import { removeNulls } from "./remove-nulls.ts";
import type { ToolSettings } from "./tool-settings.ts";

/** Validates the input of a tool as a model has written it, and adds the fields that are fixed. */
export async function validateToolInput(
  { operation, fixed, choices }: ToolSettings,
  { declared }: ToolInputSchema,
  given: unknown,
): Promise<ToolInput> {
  try {
    // Models may leave out an input without fields.
    const input = removeNulls(given ?? {}, declared);
    checkFields(input, Object.keys(declared.properties ?? {}), choices);
    const complete = { ...(input as object), ...fixed };
    await parseInputAsync(operation, complete);
    return { ok: true, input: complete, question: describeCall(operation.summary, complete) };
  } catch (thrown) {
    return explainError(toPublicError(thrown, operationContext(operation)), operation);
  }
}

/** The operation validates everything else. */
function checkFields(input: unknown, names: readonly string[], choices: ToolSettings["choices"]): void {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throwInputError([], "input must be an object");
  for (const [name, value] of Object.entries(input as object)) {
    const choice = choices[name];
    if (!names.includes(name)) {
      const advice = names.length === 0 ? "the input has no fields" : suggestName(name, names, "field");
      throwInputError([name], `${showName(name)} is not a known field; ${advice}`);
    }
    if (choice && !choice.includes(value)) throwInputError([name], `${name} must be one of ${choice.join(", ")}`);
  }
}

function throwInputError(path: readonly string[], problem: string): never {
  const issues = [{ path, message: problem }];
  throw new DeferredError(`${formatProblems([problem])} Nothing was sent.`, InputError, { issues });
}
