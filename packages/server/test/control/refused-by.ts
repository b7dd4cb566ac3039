import { ControlError, type ControlErrorCode, type ReferenceServer, type StateProblem } from "@knowledge-base/server";
import { expect } from "vitest";

/** How a control refused. */
export interface ControlRefusal {
  readonly code: ControlErrorCode;
  readonly message: string;
  readonly problems: readonly StateProblem[];
}

/** Does what a server has to refuse, and tells how it refused. Nothing may have changed, and no key may be told. */
export function refusedBy(server: ReferenceServer, act: () => unknown): ControlRefusal {
  const before = heldBy(server);
  const refusal = read(errorOf(act), server);
  expect(heldBy(server)).toStrictEqual(before);
  return refusal;
}

/** Awaits what a server has to refuse, and tells how it refused. Nothing may have changed, and no key may be told. */
export async function rejectedBy(server: ReferenceServer, act: () => Promise<unknown>): Promise<ControlRefusal> {
  const before = heldBy(server);
  const error = await act().then(
    (value) => expect.fail(`It was not refused, and gave ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  const refusal = read(error, server);
  expect(heldBy(server)).toStrictEqual(before);
  return refusal;
}

function errorOf(act: () => unknown): unknown {
  let value: unknown;
  try {
    value = act();
  } catch (error) {
    return error;
  }
  return expect.fail(`It was not refused, and gave ${JSON.stringify(value)}`);
}

function read(error: unknown, server: ReferenceServer): ControlRefusal {
  expect(error).toBeInstanceOf(ControlError);
  const { name, code, message, problems, stack } = error as ControlError;
  expect(name).toBe("ControlError");
  expect(message).toMatch(/^Failed to [a-z].+: .+\.$/s);
  const told = JSON.stringify([message, problems, stack]);
  for (const { key } of [...server.snapshot().apiKeys, { key: server.apiKey }]) {
    expect(told.includes(key), "the refusal tells a key").toBe(false);
  }
  return { code, message, problems };
}

function heldBy({ snapshot, deliveries, faults, journal }: ReferenceServer): unknown {
  return {
    snapshot: snapshot(),
    deliveries: deliveries.list(),
    faults: faults.list(),
    journal: journal.entries(),
  };
}
