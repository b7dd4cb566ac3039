import type { AnyCommand } from "./command.ts";

/** Calls a command with the input that its method was given. */
export type CallCommand = (command: AnyCommand, input: unknown) => unknown;

type Group = Readonly<Record<string, AnyCommand>>;

/** Makes the method that calls a command. It takes one argument: an input, or the only value of an input. */
export function bindCommand<Method>(command: AnyCommand, call: CallCommand): Method {
  const { parameter } = command;
  const method = (argument?: unknown) =>
    call(command, parameter === undefined ? (argument === undefined ? {} : argument) : { [parameter]: argument });
  return method as Method;
}

/** Makes the methods that call the commands of groups, in an object for each group. */
export function bindGroups<Groups>(groups: { readonly [Name in keyof Groups]: Group }, call: CallCommand): Groups {
  const methodsOf = (group: Group) =>
    Object.fromEntries(Object.entries(group).map(([name, command]) => [name, bindCommand(command, call)]));
  return Object.fromEntries(Object.entries<Group>(groups).map(([name, group]) => [name, methodsOf(group)])) as Groups;
}
