import type { AnyCommand } from "../control/command.ts";
import { controlCommands, ownCommands, testToolCommands } from "../control/commands.ts";
import { checkInput } from "../control/execute.ts";
import type { ControlRoute } from "./control-route.ts";

type CommandRoute = ControlRoute & { readonly command: AnyCommand };

/** The commands as HTTP names them: by the path that follows `/_control/`, such as `pages/edit`. */
export const commandRoutes: ReadonlyMap<string, CommandRoute> = new Map([
  ...routesOf(controlCommands, true),
  ...routesOf(testToolCommands, false),
]);

function routesOf(groups: object, isControl: boolean): [string, CommandRoute][] {
  return Object.entries<Readonly<Record<string, AnyCommand>>>({ ...groups }).flatMap(([group, commands]) =>
    Object.entries(commands).map(([name, command]): [string, CommandRoute] => [
      `${group}/${name}`,
      toRoute(command, group, name, isControl),
    ]),
  );
}

type Method = (argument: unknown, options: { readonly signal: AbortSignal }) => unknown;
type Groups = Readonly<Record<string, Readonly<Record<string, Method>> | undefined>>;

function toRoute(command: AnyCommand, group: string, name: string, isControl: boolean): CommandRoute {
  const { summary, input: schema, output, parameter } = command;
  return {
    command,
    summary,
    input: schema,
    output,
    isScoped: !isControl || Object.hasOwn(ownCommands, group),
    run(server, { input, organizationId, signal }) {
      // A method would take null for nothing, and one with a plain argument would not see the other fields.
      checkInput(command, input);
      const target = organizationId === undefined ? server : server.organization(organizationId);
      const groups = (isControl ? target.control : target) as unknown as Groups;
      const argument = parameter === undefined ? input : (input as Readonly<Record<string, unknown>>)[parameter];
      return groups[group]?.[name]?.(argument, { signal });
    },
  };
}
