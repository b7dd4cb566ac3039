import type { AnyCommand } from "../control/command.ts";
import { commandsOfControls, controlCommands } from "../control/commands.ts";

/** A command as HTTP names it. */
export interface CommandRoute {
  readonly group: string;
  readonly name: string;
  readonly command: AnyCommand;
  /** Whether the group is a property of `control`, or of the server itself. */
  readonly isControl: boolean;
}

/** The commands by the path that follows `/_control/`, such as `pages/edit`. */
export const commandRoutes: ReadonlyMap<string, CommandRoute> = new Map([
  ...routesOf(controlCommands, true),
  ...routesOf(commandsOfControls, false),
]);

function routesOf(groups: object, isControl: boolean): [string, CommandRoute][] {
  return Object.entries<Readonly<Record<string, AnyCommand>>>({ ...groups }).flatMap(([group, commands]) =>
    Object.entries(commands).map(([name, command]): [string, CommandRoute] => [
      `${group}/${name}`,
      { group, name, command, isControl },
    ]),
  );
}
