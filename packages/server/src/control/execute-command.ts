import { formatPath, parseSync, type Schema } from "@knowledge-base/types/internal";
import { choices } from "../choices.ts";
import { cutLongLists } from "../cut-long-lists.ts";
import { describeUnknownFields } from "../describe-unknown-fields.ts";
import { createKeyRedactor, type KnownKeys } from "../redaction.ts";
import type { ServerState } from "../server-state.ts";
import { ProblemList } from "../store/problem-list.ts";
import { redactProblems } from "../store/redact-problems.ts";
import { shorten } from "../truncate.ts";
import type { AnyCommand } from "./command.ts";
import { CommandContext } from "./command-context.ts";
import { CommandRejection, rejectProblems } from "./command-rejection.ts";
import { ControlError } from "./control-error.ts";
import { findLostFields } from "./find-lost-fields.ts";

/** The arguments of a call. */
export interface CommandCall {
  readonly input: unknown;
  /** Second argument of a method that accepts options. */
  readonly options?: unknown;
}

/** The parts of a command that the validation of its input needs. */
export type ValidatedCommand = Pick<AnyCommand, "summary" | "advice" | "options"> & { readonly input: Schema };

/**
 * Runs a command and returns a copy of its output, so that only commands can change the state of the server.
 *
 * @param organizationId - organization that the command is confined to; left out, it can access the whole server
 * @throws {@link ControlError} if the call is rejected; nothing is changed then
 */
export function executeCommand(
  command: AnyCommand,
  call: CommandCall,
  serverState: ServerState,
  organizationId?: string,
): unknown {
  const { apiKeys } = serverState.store;
  const run = () => {
    const { input, options } = parseCall(command, call);
    const context = new CommandContext(serverState, organizationId);
    try {
      return command.run(input as never, context, options as never);
    } catch (error) {
      context.rewindIds();
      throw error;
    }
  };
  const throwExplained = (error: unknown): never => {
    throw explainRejection(command, error, apiKeys);
  };
  if (command.asynchronous) {
    return new Promise((resolve) => resolve(run())).then((output) => structuredClone(output)).catch(throwExplained);
  }
  try {
    const output = run();
    return command.returnsCopy ? output : structuredClone(output);
  } catch (error) {
    return throwExplained(error);
  }
}

/**
 * Validates a call without running the command.
 *
 * @param apiKeys - keys that the error must not contain
 * @throws {@link ControlError} `invalid_input`
 */
export function validateCall(command: ValidatedCommand, call: CommandCall, apiKeys: KnownKeys): void {
  try {
    parseCall(command, call);
  } catch (error) {
    throw explainRejection(command, error, apiKeys);
  }
}

function parseCall({ options, input }: ValidatedCommand, call: CommandCall): Required<CommandCall> {
  const given = call.options === undefined ? {} : call.options;
  return { options: options && parseValue(options, given, "options"), input: parseValue(input, call.input) };
}

/** @param name - name of the value in problems that concern all of it */
function parseValue<Value>(schema: Schema<Value>, value: unknown, name = ""): Value {
  const { value: cutValue, omitted } = cutLongLists(schema, value);
  const validation = parseSync(schema, cutValue);
  const problems = new ProblemList();
  if (validation.ok) {
    for (const path of findLostFields(schema, value)) problems.add(path, "cannot be the name of a field");
    return problems.count === 0 ? validation.value : rejectProblems(problems);
  }
  problems.omit(omitted + (validation.omitted ?? 0));
  const paths = new Set<string>();
  for (const issue of validation.issues) {
    const path = formatPath(issue.path);
    // A value of the wrong type may also break the other rules of its field: the first problem explains them all.
    if (paths.has(path)) continue;
    paths.add(path);
    problems.add(path || name, () => describeUnknownFields(schema, cutValue, issue.path) ?? issue.message);
  }
  return rejectProblems(problems);
}

/** Returns the error that the caller of a command gets. A message may quote an API key that was given as an id. */
function explainRejection({ summary, advice }: ValidatedCommand, error: unknown, apiKeys: KnownKeys): unknown {
  if (!(error instanceof CommandRejection)) return error;
  const hide = createKeyRedactor(apiKeys);
  const goal = summary.charAt(0).toLowerCase() + summary.slice(1);
  const { rejectionLength } = choices;
  // A message may quote an id that is as long as a body.
  const cause = shorten(hide(error.message.slice(0, rejectionLength * 2)), rejectionLength);
  const problems = redactProblems(error.problems, hide);
  const hint = advice === undefined || error.code !== "invalid_input" ? "" : ` ${advice}.`;
  return new ControlError(
    error.code,
    `Failed to ${goal}: ${cause}${cause.endsWith("?") ? "" : "."}${hint}`,
    problems,
    error.problemCount,
  );
}
