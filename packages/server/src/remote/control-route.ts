import type { Schema } from "@knowledge-base/types";
import type { ReferenceServer } from "../reference-server.ts";

/** What a request for a control says. */
export interface ControlCall {
  readonly input: unknown;
  /** Organization that the control is confined to. */
  readonly organizationId: string | undefined;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** One thing that a program at the other end of a socket can ask for. */
export interface ControlRoute {
  /** What it does, in the imperative: `Edit a page`. */
  readonly summary: string;
  readonly input: Schema;
  /** Schema of the answer, for documents. */
  readonly output: Schema;
  /** Whether it can be confined to one organization. */
  readonly isScoped: boolean;
  /** Does it. It checks its input itself. */
  run(server: ReferenceServer, call: ControlCall): unknown;
}
