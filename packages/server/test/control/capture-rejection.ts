import { ControlError, type ReferenceServer } from "@knowledge-base/server";
import { expect } from "vitest";
import type { ControlErrorCode, ControlProblem } from "../../src/records/errors.ts";
import { recordsOf } from "../records-of.ts";

/** A rejection by a control. */
export interface CapturedRejection {
  readonly code: ControlErrorCode;
  readonly message: string;
  readonly problems: readonly ControlProblem[];
}

/** Returns the rejection of a call. The state of the server must be unchanged, and the rejection must contain no key. */
export async function captureAsyncRejection(server: ReferenceServer, act: () => unknown): Promise<CapturedRejection> {
  const before = stateOf(server);
  let returned: unknown;
  let error: unknown;
  try {
    returned = await act();
  } catch (thrown) {
    error = thrown;
  }
  if (error === undefined) expect.fail(`It was not rejected, but returned ${JSON.stringify(returned)}`);
  expect(stateOf(server)).toStrictEqual(before);
  expect(error).toBeInstanceOf(ControlError);
  const { name, code, message, problems, stack } = error as ControlError;
  expect(name).toBe("ControlError");
  expect(message).toMatch(/^Failed to [a-z].+: .+\.$/s);
  const text = JSON.stringify([message, problems, stack]);
  for (const { key } of [...server.snapshot().apiKeys, { key: server.apiKey }]) {
    expect(text.includes(key), "the rejection contains a key").toBe(false);
  }
  return { code, message, problems };
}

function stateOf(server: ReferenceServer): unknown {
  const { deliveries, faults, journal } = server;
  return [recordsOf(server), deliveries.list(), faults.list(), journal.entries()];
}
