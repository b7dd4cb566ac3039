import type { Schema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { type AnyCommand, noInput } from "../control/command.ts";
import { validateCall } from "../control/execute-command.ts";
import { loadedStateSchema, takeSnapshot } from "../control/organization-records.ts";
import { organizationControlCommands, serverControlCommands, testToolCommands } from "../control/server-control.ts";
import { objectSchema } from "../object-schema.ts";
import { getApiKeys, type ReferenceServer } from "../reference-server.ts";
import type { ApiKeyLoading } from "../store/load-organization.ts";
import type { StateInput } from "../store/state-input.ts";
import { stateSchema } from "../store/state-schemas.ts";
import { stateInputSchema } from "./state-input-schema.ts";

/** A request to a control, parsed but not validated. */
export interface ControlCall {
  readonly input: unknown;
  /** Organization that the control is confined to. */
  readonly organizationId: string | undefined;
  /** The parameter `apiKeys` of a control that loads a state into an organization. */
  readonly apiKeys: string | undefined;
  /** Aborts when the client closes the connection. */
  readonly signal: AbortSignal;
}

/** A control that can be called over HTTP. */
export interface ControlRoute {
  /** Summary in the imperative, such as `Edit a page`. */
  readonly summary: string;
  readonly input: Schema;
  /** Schema of the response body, for the OpenAPI document. */
  readonly output: Schema;
  /** Whether the control can be confined to one organization. */
  readonly isScoped: boolean;
  /** Schema of the response body for one organization, if the control returns nothing for the whole server. */
  readonly organizationOutput?: Schema;
  /** Whether the body is a state, which may be larger than other bodies. */
  readonly receivesState?: true;
  /** Whether the response is a state, which may be longer than the longest string. */
  readonly returnsState?: true;
  /** Validates the input and runs the control. */
  run(server: ReferenceServer, call: ControlCall): unknown;
}

interface CommandRoute extends ControlRoute {
  readonly command: AnyCommand;
}

type CommandGroups = Readonly<Record<string, Readonly<Record<string, AnyCommand>>>>;
type Method = (argument: unknown, options: { readonly signal: AbortSignal }) => unknown;
type MethodGroups = Readonly<Record<string, Readonly<Record<string, Method>> | undefined>>;

/** The routes of commands, by the path below `/_control/`, such as `pages/edit`. */
export const commandRoutes: ReadonlyMap<string, CommandRoute> = new Map([
  ...createRoutes({ ...serverControlCommands }, true),
  ...createRoutes({ ...testToolCommands }, false),
]);

function createRoutes(groups: CommandGroups, isControl: boolean): [string, CommandRoute][] {
  return Object.entries(groups).flatMap(([group, commands]) =>
    Object.entries(commands).map(([name, command]): [string, CommandRoute] => [
      `${group}/${name}`,
      createRoute(command, group, name, isControl),
    ]),
  );
}

function createRoute(command: AnyCommand, group: string, name: string, isControl: boolean): CommandRoute {
  const { summary, input: schema, output } = command;
  return {
    command,
    summary,
    input: schema,
    output,
    isScoped: !isControl || Object.hasOwn(organizationControlCommands, group),
    run(server, { input, organizationId, signal }) {
      const argument = readArgument(command, input, server);
      const target = organizationId === undefined ? server : server.organization(organizationId);
      const groups = (isControl ? target.control : target) as unknown as MethodGroups;
      return groups[group]?.[name]?.(argument, { signal });
    },
  };
}

/** Returns the argument of the method, which validates it. */
function readArgument(command: AnyCommand, input: unknown, server: ReferenceServer): unknown {
  const { parameter } = command;
  if (parameter === undefined) return input;
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  // The method takes the value of one field, so it cannot reject an input that is no object or has other fields.
  if (!isObject || Object.keys(input).some((name) => name !== parameter)) {
    validateCall(command, { input }, getApiKeys(server));
  }
  return Reflect.get(Object(input), parameter);
}

/** Key and random seed of a server. */
export interface ServerDescription {
  /** An API key that is valid initially and after each reset. */
  readonly apiKey: string;
  /** Seed of ids, nonces and the OAuth secret. */
  readonly randomSeed: string;
}

const describe: ControlRoute = {
  summary: "Describe the server",
  input: noInput,
  output: objectSchema<ServerDescription>({ apiKey: z.string(), randomSeed: z.string() }),
  isScoped: false,
  run(server, { input }): ServerDescription {
    validateCall(describe, { input }, getApiKeys(server));
    const { apiKey, randomSeed } = server;
    return { apiKey, randomSeed };
  },
};

const seed = createLoadRoute("seed", "Add records");

const snapshot: ControlRoute = {
  summary: takeSnapshot.summary,
  input: noInput,
  output: stateSchema,
  isScoped: true,
  returnsState: true,
  run(server, { input, organizationId }) {
    validateCall(takeSnapshot, { input }, getApiKeys(server));
    return selectOwner(server, organizationId).snapshot();
  },
};

const restore = createLoadRoute("restore", "Replace all records");

const reset: ControlRoute = {
  summary: "Reset the server or an organization",
  input: noInput,
  output: z.void(),
  isScoped: true,
  run(server, { input, organizationId }) {
    validateCall(reset, { input }, getApiKeys(server));
    selectOwner(server, organizationId).reset();
  },
};

function createLoadRoute(name: "seed" | "restore", summary: string): ControlRoute {
  return {
    summary,
    input: stateInputSchema,
    output: z.void(),
    organizationOutput: loadedStateSchema,
    isScoped: true,
    receivesState: true,
    run(server, { input, organizationId, apiKeys }) {
      if (organizationId === undefined) return server[name](input as StateInput);
      const options = apiKeys === undefined ? undefined : { apiKeys: apiKeys as ApiKeyLoading };
      return server.organization(organizationId)[name](input as StateInput, options);
    },
  };
}

/** Returns the owner of the records that a control affects: the whole server or one organization. */
function selectOwner(
  server: ReferenceServer,
  organizationId: string | undefined,
): Pick<ReferenceServer, "snapshot" | "reset"> {
  return organizationId === undefined ? server : server.organization(organizationId);
}

const serverRoutes = Object.entries<ControlRoute>({ describe, seed, snapshot, restore, reset });

/** All controls, by the path below `/_control/`. */
export const controlRoutes: ReadonlyMap<string, ControlRoute> = new Map<string, ControlRoute>([
  ...commandRoutes,
  ...serverRoutes.map(([name, route]): [string, ControlRoute] => [`server/${name}`, route]),
]);
