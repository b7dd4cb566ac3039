import { implement, type OperationContext, type ReferenceServer } from "@knowledge-base/server";
import { defineOperation, type Operation } from "@knowledge-base/types";
import * as z from "zod";
import { send } from "./open-server.ts";

/** The function that a custom operation executes. */
export type Handler = (context: OperationContext<object>) => unknown;

/** Implements `POST /v1/jobs`, a custom operation without an input. */
export function implementJob(handler: Handler, success: Operation["success"] = { status: 200, schema: z.unknown() }) {
  const operation = defineOperation({
    id: "jobs.run",
    summary: "Run a job",
    method: "POST",
    path: "/v1/jobs",
    success,
    errors: [],
    idempotency: "unsafe",
  });
  return implement(operation, handler);
}

/** Calls the operation of {@link implementJob}. */
export const runJob = (server: ReferenceServer) => send(server, "POST /v1/jobs");
