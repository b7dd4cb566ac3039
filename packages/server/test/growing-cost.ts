import type { ReferenceServer } from "@knowledge-base/server";

/** Does the work that is measured. */
export type Work = () => unknown;

export interface GrowingCost {
  readonly what: string;
  /** Size of the smaller input. Its work must take a few milliseconds. */
  readonly size: number;
  /** Prepares work whose cost must be proportional to a size. */
  readonly prepare: (size: number) => Work;
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
  try {
    act();
  } catch {
    return;
  }
  throw new Error("The input is not rejected.");
}
