import type { AnyCommand } from "./command.ts";
import type { CommandCall } from "./execute-command.ts";

/** Calls a command, in the same process or over HTTP. */
export type CallCommand = (command: AnyCommand, call: CommandCall) => unknown;

type CommandGroup = Readonly<Record<string, AnyCommand>>;

/**
 * Creates the method that calls a command. Its first argument is the input, or the only field of the input. A second argument
 * is ignored unless the command has options, so that the method can be passed to `map`.
 */
export function bindCommand<Method>(command: AnyCommand, callCommand: CallCommand): Method {
  const { parameter } = command;
  const method = (argument?: unknown, options?: unknown) => {
    const input = parameter === undefined ? (argument === undefined ? {} : argument) : { [parameter]: argument };
    return callCommand(command, command.options ? { input, options } : { input });
  };
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
