import { implement, type OperationContext, type ReferenceServer } from "@knowledge-base/server";
import { defineOperation } from "@knowledge-base/types";
import * as z from "zod";
import { send } from "./open-server.ts";

/** The function that a custom operation executes. */
export type Handler = (context: OperationContext<object>) => unknown;

const operation = defineOperation({
  id: "jobs.run",
  summary: "Run a job",
  method: "POST",
  path: "/v1/jobs",
  success: { status: 200, schema: z.unknown() },
  errors: [],
  idempotency: "unsafe",
});

/** Implements `POST /v1/jobs`, a custom operation without an input. */
export const implementJob = (handler: Handler) => implement(operation, handler);

/** Calls the operation of {@link implementJob}. */
export const runJob = (server: ReferenceServer) => send(server, "POST /v1/jobs");
