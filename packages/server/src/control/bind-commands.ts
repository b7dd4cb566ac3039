import type { Command } from "./command.ts";

/** Calls a command, in the same process or over HTTP. */
export type CallCommand = (command: Command, input: unknown) => unknown;

type CommandGroup = Readonly<Record<string, Command>>;

/**
 * Creates the method that calls a command. Its argument is the input, or the only field of the input. Other arguments are ignored,
 * so that the method can be passed to `map`.
 */
export function bindCommand<Method>(command: Command, callCommand: CallCommand): Method {
  const { parameter } = command;
  const method = (argument: unknown = parameter === undefined ? {} : undefined) =>
    callCommand(command, parameter === undefined ? argument : { [parameter]: argument });
  return method as Method;
}

/** Creates the methods of groups of commands: an object for each group. */
export function bindGroups<Groups>(
  groups: { readonly [Name in keyof Groups]: CommandGroup },
  callCommand: CallCommand,
): Groups {
  const bindGroup = (group: CommandGroup) =>
    Object.fromEntries(Object.entries(group).map(([name, command]) => [name, bindCommand(command, callCommand)]));
  return Object.fromEntries(
    Object.entries<CommandGroup>(groups).map(([name, group]) => [name, bindGroup(group)]),
  ) as Groups;
}
