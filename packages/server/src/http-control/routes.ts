import * as z from "zod/mini";
import type { Command } from "../control/command.ts";
import { organizationControlCommands, serverControlCommands, testToolCommands } from "../control/groups.ts";
import { recordCommands } from "../organizations/server-organization.ts";
import { objectSchema } from "../state/object-schema.ts";

/** A control that can be called over HTTP. */
export interface Route {
  readonly command: Command;
  /** Whether the control can be confined to one organization. */
  readonly isScoped: boolean;
}

/** The key and the seed of a server, which a client cannot derive from its URL. */
export interface ServerDescription {
  /** An API key that is valid initially and after each reset. */
  readonly apiKey: string;
  /** Seed of ids, nonces and the OAuth secret. */
  readonly randomSeed: string;
}

const describe: Command<object, ServerDescription> = {
  summary: "Describe the server",
  output: objectSchema<ServerDescription>({ apiKey: z.string(), randomSeed: z.string() }),
  run: (_, { serverState }) => serverState.description,
};

type Groups = Readonly<Record<string, Readonly<Record<string, Command>>>>;

const groups: Groups = { ...serverControlCommands, ...testToolCommands, server: { describe, ...recordCommands } };

/** The controls by their path below `/_control/`, such as `pages/edit`. */
export const routes: ReadonlyMap<string, Route> = new Map(
  Object.entries(groups).flatMap(([group, commands]) =>
    Object.entries(commands).map(([name, command]): [string, Route] => [
      `${group}/${name}`,
      {
        command,
        isScoped: (command !== describe && !(group in serverControlCommands)) || group in organizationControlCommands,
      },
    ]),
  ),
);

/** The path of each command. */
export const paths: ReadonlyMap<Command, string> = new Map(
  Array.from(routes, ([path, { command }]) => [command, path]),
);
