import type { ReferenceServer } from "@knowledge-base/server";
import { expect } from "vitest";

/** Does the work that is measured. */
export type Work = () => unknown;

export interface GrowingCost {
  readonly what: string;
  /** Size of the smaller input. Its work must take a few milliseconds. */
  readonly size: number;
  /** Prepares work whose cost must be proportional to a size. */
  readonly prepare: (size: number) => Work;
}

/** The larger input is 16 times the smaller one. A quadratic cost would be 256 times, a linear one 16 times as high. */
const factor = 16;
const highestRatio = 64;

/** Expects that the cost of work grows no faster than its size. */
export async function expectLinearCost({ size, prepare }: GrowingCost): Promise<void> {
  // The work of a busy machine makes single measurements longer, never shorter.
  let ratio = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && ratio > highestRatio; attempt += 1) {
    await measureCost(prepare(size));
    const small = Math.max(await measureCost(prepare(size)), await measureCost(prepare(size)));
    ratio = Math.min(ratio, (await measureCost(prepare(size * factor))) / small);
  }
  expect(ratio).toBeLessThan(highestRatio);
}

/** Returns the milliseconds of CPU time that work takes, at least one. */
export async function measureCost(work: Work): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return Math.max((user + system) / 1000, 1);
}

/** Does something once. */
export function once(server: ReferenceServer, act: (server: ReferenceServer) => unknown): Work {
  return () => act(server);
}

/** Does something a number of times. */
export function repeat(
  count: number,
  server: ReferenceServer,
  act: (server: ReferenceServer, index: number) => unknown,
): Work {
  return () => {
    for (let index = 0; index < count; index += 1) act(server, index);
  };
}

/** Does something that must be rejected. */
export function rejected(act: Work): void {
  expect(act).toThrow();
}
