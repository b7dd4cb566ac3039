import { objectSchema, type Schema, strictObjectSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { noInput } from "../control/command.ts";
import type { ReferenceServer } from "../reference-server.ts";
import type { State } from "../store/state.ts";
import { stateSchema, stateSchemas } from "../store/state-schemas.ts";

/** What a program at the other end of a socket needs to know of a server. */
export interface ServerFacts {
  /** A key that is valid at first and after each reset. */
  readonly apiKey: string;
  /** Where ids, nonces and the OAuth secret come from. */
  readonly randomSeed: string;
}

/** What can be asked of a server as a whole, besides its commands. */
export interface ServerRoute {
  readonly summary: string;
  readonly input: Schema;
  readonly output: Schema;
  /** Does it. A state that comes in is checked by the server itself. */
  run(server: ReferenceServer, input: unknown): unknown;
}

/** Schema of a state that comes in, for documents: its arrays may be left out. */
const incomingState = strictObjectSchema<State>({
  version: z.literal(1),
  ...Object.fromEntries(Object.entries(stateSchemas).map(([name, schema]) => [name, z.optional(z.array(schema))])),
});

/** The routes of a server as a whole, by the path that follows `/_control/`. */
export const serverRoutes = {
  "server/describe": {
    summary: "Tell what a client needs to know of the server",
    input: noInput,
    output: objectSchema<ServerFacts>({ apiKey: z.string(), randomSeed: z.string() }),
    run: ({ apiKey, randomSeed }): ServerFacts => ({ apiKey, randomSeed }),
  },
  "server/seed": {
    summary: "Add records to what the server holds",
    input: incomingState,
    output: z.void(),
    run: (server, state) => server.seed(state as State),
  },
  "server/snapshot": {
    summary: "Copy everything that the server holds",
    input: noInput,
    output: stateSchema,
    run: (server) => server.snapshot(),
  },
  "server/restore": {
    summary: "Replace everything that the server holds",
    input: incomingState,
    output: z.void(),
    run: (server, state) => server.restore(state as State),
  },
  "server/reset": {
    summary: "Go back to how the server began",
    input: noInput,
    output: z.void(),
    run: (server) => server.reset(),
  },
} as const satisfies Record<string, ServerRoute>;
