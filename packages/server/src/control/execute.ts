import { formatPath, type Schema, validate } from "@knowledge-base/types";
import type { AnyCommand } from "./command.ts";
import type { ControlContext } from "./control-context.ts";
import { ControlError } from "./control-error.ts";
import { Refusal, refuseInput } from "./refusal.ts";

/**
 * Runs a command. What it returns is a copy, so that nobody can change what the server holds but through a command.
 *
 * @throws {@link ControlError} where the command refuses; nothing is changed then
 */
export function execute(command: AnyCommand, input: unknown, openContext: () => ControlContext): unknown {
  const run = () => command.run(readInput(command, input) as never, openContext());
  return command.asynchronous ? executeLater(command, run) : executeNow(command, run);
}

/** What has an input that can be checked. */
export interface Checkable {
  readonly summary: string;
  readonly input: Schema;
}

/**
 * Checks the input of a command without running it.
 *
 * @throws {@link ControlError} `invalid_input`
 */
export function checkInput(command: Checkable, input: unknown): void {
  executeNow(command, () => void readInput(command, input));
}

function readInput({ input: schema }: Pick<Checkable, "input">, input: unknown): unknown {
  const validation = validate(schema, input);
  if (validation.ok) return validation.value;
  return refuseInput(validation.issues.map(({ path, message }) => ({ path: formatPath(path), message })));
}

function executeNow(command: Pick<Checkable, "summary">, run: () => unknown): unknown {
  try {
    return structuredClone(run());
  } catch (error) {
    throw explain(command, error);
  }
}

async function executeLater(command: AnyCommand, run: () => unknown): Promise<unknown> {
  try {
    return structuredClone(await run());
  } catch (error) {
    throw explain(command, error);
  }
}

function explain({ summary }: Pick<Checkable, "summary">, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const goal = summary.charAt(0).toLowerCase() + summary.slice(1);
  return new ControlError(error.code, `Failed to ${goal}: ${error.message}.`, error.problems);
}
