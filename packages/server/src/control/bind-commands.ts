import type { AnyCommand } from "./command.ts";

/** Calls a command with the input that its method was given. A signal ends the waiting of one that waits. */
export type CallCommand = (command: AnyCommand, input: unknown, signal?: AbortSignal) => unknown;

type Group = Readonly<Record<string, AnyCommand>>;

/**
 * Makes the method that calls a command. Its first argument is an input, or the only value of an input; a second one may
 * bring a signal.
 */
export function bindCommand<Method>(command: AnyCommand, call: CallCommand): Method {
  const { parameter } = command;
  const method = (argument?: unknown, options?: { readonly signal?: AbortSignal | undefined }) => {
    const input = argument === undefined ? {} : argument;
    return call(command, parameter === undefined ? input : { [parameter]: argument }, options?.signal);
  };
  return method as Method;
}

/** Makes the methods that call the commands of groups, in an object for each group. */
export function bindGroups<Groups>(groups: { readonly [Name in keyof Groups]: Group }, call: CallCommand): Groups {
  const methodsOf = (group: Group) =>
    Object.fromEntries(Object.entries(group).map(([name, command]) => [name, bindCommand(command, call)]));
  return Object.fromEntries(Object.entries<Group>(groups).map(([name, group]) => [name, methodsOf(group)])) as Groups;
}
