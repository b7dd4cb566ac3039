import { objectSchema, strictObjectSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { noInput } from "../control/command.ts";
import { takeSnapshot } from "../control/commands.ts";
import { checkInput } from "../control/execute.ts";
import type { State } from "../store/state.ts";
import { stateSchema, stateSchemas } from "../store/state-schemas.ts";
import type { ControlRoute } from "./control-route.ts";

/** Tells what a client at the other end of a socket needs to know of the server. */
export interface ServerFacts {
  /** A key that is valid at first and after each reset. */
  readonly apiKey: string;
  /** Where ids, nonces and the OAuth secret come from. */
  readonly randomSeed: string;
}

/** Schema of a state that comes in, for documents: its arrays may be left out. The server itself checks the state. */
const incomingState = strictObjectSchema<State>({
  version: z.literal(1),
  organizations: z.optional(z.array(stateSchemas.organizations)),
  apiKeys: z.optional(z.array(stateSchemas.apiKeys)),
  brains: z.optional(z.array(stateSchemas.brains)),
  pages: z.optional(z.array(stateSchemas.pages)),
  installations: z.optional(z.array(stateSchemas.installations)),
  channels: z.optional(z.array(stateSchemas.channels)),
  bindings: z.optional(z.array(stateSchemas.bindings)),
});

const describe: ControlRoute = {
  summary: "Describe the server",
  input: noInput,
  output: objectSchema<ServerFacts>({ apiKey: z.string(), randomSeed: z.string() }),
  isScoped: false,
  run({ apiKey, randomSeed }, { input }): ServerFacts {
    checkInput(describe, input);
    return { apiKey, randomSeed };
  },
};

const seed: ControlRoute = {
  summary: "Add records",
  input: incomingState,
  output: z.void(),
  isScoped: false,
  run: (server, { input }) => server.seed(input as State),
};

const snapshot: ControlRoute = {
  summary: takeSnapshot.summary,
  input: noInput,
  output: stateSchema,
  isScoped: true,
  run(server, { input, organizationId }) {
    checkInput(takeSnapshot, input);
    return organizationId === undefined ? server.snapshot() : server.organization(organizationId).snapshot();
  },
};

const restore: ControlRoute = {
  summary: "Replace all records",
  input: incomingState,
  output: z.void(),
  isScoped: false,
  run: (server, { input }) => server.restore(input as State),
};

const reset: ControlRoute = {
  summary: "Reset the server",
  input: noInput,
  output: z.void(),
  isScoped: false,
  run(server, { input }) {
    checkInput(reset, input);
    server.reset();
  },
};

/** The routes of a server as a whole, by the path that follows `/_control/`. */
export const serverRoutes: ReadonlyMap<string, ControlRoute> = new Map(
  Object.entries({ describe, seed, snapshot, restore, reset }).map(([name, route]) => [`server/${name}`, route]),
);
