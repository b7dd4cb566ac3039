import { parseSync } from "@knowledge-base/types/internal";
import { describeUnknownFields } from "../describe-unknown-fields.ts";
import { ControlError, Problems, redactError } from "../records/errors.ts";
import type { ServerState } from "../server-state.ts";
import type { Command } from "./command.ts";
import { Context } from "./context.ts";

/**
 * Validates an input, runs a command and returns a copy of its output, so that only commands can change the state of the server.
 *
 * @param organizationId - organization that the command is confined to; left out, it can access the whole server
 * @throws {@link ControlError} if the call is rejected; nothing is changed then
 */
export function executeCommand(
  command: Command,
  input: unknown,
  serverState: ServerState,
  organizationId?: string,
): unknown {
  const { store } = serverState;
  const run = () => command.run(parseInput(command, input) as never, new Context(serverState, organizationId));
  if (command.asynchronous) {
    return new Promise((resolve) => resolve(run()))
      .then((output) => structuredClone(output))
      .catch((error: unknown) => {
        throw explain(command, error, serverState);
      });
  }
  try {
    const output = store.transaction(run);
    return command.returnsCopy ? output : structuredClone(output);
  } catch (error) {
    throw explain(command, error, serverState);
  }
}

/** @throws {@link ControlError} `invalid_input` */
function parseInput({ input: schema }: Command, input: unknown): unknown {
  const validation = parseSync(schema, input);
  if (validation.ok) return validation.value;
  const problems = new Problems();
  problems.omit(validation.omitted);
  const paths = new Set<string>();
  for (const { path, message } of validation.issues) {
    // A value of the wrong type may also break the other rules of its field: the first problem explains them all.
    if (paths.has(path.join())) continue;
    paths.add(path.join());
    problems.add(path, () => describeUnknownFields(schema, input, path) ?? message);
  }
  return problems.reject();
}

/** Returns the error that the caller of a command gets. A message may quote an API key that was given as an id. */
function explain({ summary, advice }: Command, error: unknown, { store }: ServerState): unknown {
  if (!(error instanceof ControlError) || error.message.startsWith("Failed to ")) return error;
  const goal = summary.charAt(0).toLowerCase() + summary.slice(1);
  const hint = advice === undefined || error.code !== "invalid_input" ? "" : ` ${advice}.`;
  return redactError(
    error,
    store.apiKeys,
    (cause) => `Failed to ${goal}: ${cause}${cause.endsWith("?") ? "" : "."}${hint}`,
  );
}
