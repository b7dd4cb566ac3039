import { ControlError, type ReferenceServer } from "@knowledge-base/server";
import { expect } from "vitest";
import { captureResult } from "./control-calls.ts";

/** A rejection by a control. */
export type CapturedRejection = Pick<ControlError, "code" | "message" | "problems">;

/** Returns the rejection of a call. The state of the server must be unchanged. */
export async function captureRejection(server: ReferenceServer, act: () => unknown): Promise<CapturedRejection> {
  const before = stateOf(server);
  const result = await captureResult(act);
  if ("value" in result) expect.fail(`It was not rejected, but returned ${JSON.stringify(result.value)}`);
  expect(stateOf(server)).toStrictEqual(before);
  expect(result.thrown).toMatchObject({ class: ControlError, name: "ControlError" });
  const { code, message, problems } = result.thrown as ControlError;
  expect(message).toMatch(/^Failed to [a-z].+: .+(\.|\n {2}.+)$/s);
  return { code, message, problems };
}

function stateOf(server: ReferenceServer): unknown {
  const { deliveries, faults, journal } = server;
  return [server.snapshot(), deliveries.list(), faults.list(), journal.entries()];
}
