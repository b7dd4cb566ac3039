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
export function captureRejection(server: ReferenceServer, act: () => unknown): CapturedRejection {
  const before = stateOf(server);
  const rejection = read(errorOf(act), server);
  expect(stateOf(server)).toStrictEqual(before);
  return rejection;
}

/** Returns the rejection of an asynchronous call, like {@link captureRejection}. */
export async function captureAsyncRejection(
  server: ReferenceServer,
  act: () => Promise<unknown>,
): Promise<CapturedRejection> {
  const before = stateOf(server);
  const error = await act().then(
    (value) => expect.fail(`It was not rejected, but returned ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  const rejection = read(error, server);
  expect(stateOf(server)).toStrictEqual(before);
  return rejection;
}

function errorOf(act: () => unknown): unknown {
  let value: unknown;
  try {
    value = act();
  } catch (error) {
    return error;
  }
  return expect.fail(`It was not rejected, but returned ${JSON.stringify(value)}`);
}

function read(error: unknown, server: ReferenceServer): CapturedRejection {
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
  return {
    records: recordsOf(server),
    deliveries: deliveries.list(),
    faults: faults.list(),
    journal: journal.entries(),
  };
}
