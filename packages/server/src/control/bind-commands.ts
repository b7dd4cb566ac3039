import * as z from "zod/mini";
import { type AnyCommand, inputSchema } from "./command.ts";
import { checkInput } from "./execute.ts";

/** Calls a command with the input that its method was given. A signal ends the waiting of one that waits. */
export type CallCommand = (command: AnyCommand, input: unknown, signal?: AbortSignal) => unknown;

type Group = Readonly<Record<string, AnyCommand>>;

interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
}

const waitOptions = inputSchema<WaitOptions>({
  signal: z.optional(
    z.custom<AbortSignal>((value) => Object(value).addEventListener !== undefined, "must be an AbortSignal"),
  ),
});

/**
 * Makes the method that calls a command. Its first argument is an input, or the only value of an input. A second one, where
 * the command takes a signal, brings it; others pass over what `map` and its like hand them.
 */
export function bindCommand<Method>(command: AnyCommand, call: CallCommand): Method {
  const { parameter, endsBySignal, summary } = command;
  const callWith = (argument: unknown, signal?: AbortSignal) => {
    const input = argument === undefined ? {} : argument;
    return call(command, parameter === undefined ? input : { [parameter]: argument }, signal);
  };
  const method = (argument?: unknown) => callWith(argument);
  const methodThatWaits = async (argument?: unknown, options: WaitOptions = {}) => {
    checkInput({ summary, input: waitOptions }, options);
    return callWith(argument, options.signal);
  };
  return (endsBySignal ? methodThatWaits : method) as Method;
}

/** Makes the methods that call the commands of groups, in an object for each group. */
export function bindGroups<Groups>(groups: { readonly [Name in keyof Groups]: Group }, call: CallCommand): Groups {
  const methodsOf = (group: Group) =>
    Object.fromEntries(Object.entries(group).map(([name, command]) => [name, bindCommand(command, call)]));
  return Object.fromEntries(Object.entries<Group>(groups).map(([name, group]) => [name, methodsOf(group)])) as Groups;
}
