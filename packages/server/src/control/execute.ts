import { formatPath, type Schema, validate } from "@knowledge-base/types";
import { redactKeys } from "../redaction.ts";
import type { Store } from "../store/store.ts";
import type { AnyCommand } from "./command.ts";
import type { ControlContext } from "./control-context.ts";
import { ControlError } from "./control-error.ts";
import { Refusal, refuseInput } from "./refusal.ts";

/**
 * Runs a command. What it returns is a copy, so that nobody can change what the server holds but through a command.
 *
 * @throws {@link ControlError} where the command refuses; nothing is changed then
 */
export function execute(command: AnyCommand, input: unknown, store: Store, openContext: () => ControlContext): unknown {
  const run = () => command.run(readInput(command, input) as never, openContext());
  return command.asynchronous ? executeLater(command, run, store) : executeNow(command, run, store);
}

/** What has an input that can be checked. */
export interface Checkable {
  readonly summary: string;
  readonly advice?: string;
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
  const problems = new Map<string, string>();
  for (const issue of validation.issues) {
    const path = formatPath(issue.path);
    // A value of the wrong type may break other rules of its place too; the first says it all.
    if (!problems.has(path)) problems.set(path, issue.message);
  }
  return refuseInput(Array.from(problems, ([path, message]) => ({ path, message })));
}

function executeNow(command: Omit<Checkable, "input">, run: () => unknown, store?: Store): unknown {
  try {
    return structuredClone(run());
  } catch (error) {
    throw explain(command, error, store);
  }
}

async function executeLater(command: AnyCommand, run: () => unknown, store: Store): Promise<unknown> {
  try {
    return structuredClone(await run());
  } catch (error) {
    throw explain(command, error, store);
  }
}

function explain({ summary, advice }: Omit<Checkable, "input">, error: unknown, store?: Store): unknown {
  if (!(error instanceof Refusal)) return error;
  const goal = summary.charAt(0).toLowerCase() + summary.slice(1);
  // A key may have been given by mistake where an id belongs.
  const hide = (text: string) => (store ? redactKeys(text, store.apiKeys) : text);
  const problems = error.problems.map(({ path, message }) => ({ path: hide(path), message: hide(message) }));
  const hint = advice === undefined || error.code !== "invalid_input" ? "" : ` ${advice}.`;
  return new ControlError(error.code, `Failed to ${goal}: ${hide(error.message)}.${hint}`, problems);
}
