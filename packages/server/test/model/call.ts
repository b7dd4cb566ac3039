import { inspect } from "node:util";
import type { ReferenceServer } from "@knowledge-base/server";
import type { ModelState } from "./model-state.ts";

/** A call that can be made on a server and on its model, and written as code. */
export interface Call {
  readonly name: string;
  readonly code: string;
  run(server: ReferenceServer): unknown;
  /** Changes the model, and returns the expected output. */
  expect(model: ModelState, output: unknown): unknown;
}

/** Chooses a call that suits the state of the model; undefined if there is none. */
export type Step = (model: ModelState) => Call | undefined;

/** Writes a value as code. */
export function literal(value: unknown): string {
  return inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 100, compact: 100 });
}

/** The whole server, or one organization of it. */
export const partOf = (server: ReferenceServer, id: string | undefined) =>
  id === undefined ? server : server.organization(id);
export const nameOf = (id: string | undefined) => (id === undefined ? "server" : `server.organization(${literal(id)})`);
