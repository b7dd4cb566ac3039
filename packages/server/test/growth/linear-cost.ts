import { createReferenceServer, type ReferenceServer, type State } from "@knowledge-base/server";
import { expect } from "vitest";
import { buildBinding } from "../build-state.ts";

/** What grows, the smaller of two sizes, whose work takes a few milliseconds, a server for a size, and the work. */
export type Growth = readonly [
  what: string,
  size: number,
  prepare: (size: number) => ReferenceServer,
  work: (server: ReferenceServer, size: number) => unknown,
];

/** Returns the milliseconds of CPU time that work takes, at least one. */
async function measureCost(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return Math.max((user + system) / 1000, 1);
}

/** The larger input is 16 times the smaller one. A quadratic cost would be 256 times, a linear one 16 times as high. */
const factor = 16;
const highestRatio = 64;

/** Expects that the cost of work grows no faster than its size. */
export async function expectLinearCost(...[, size, prepare, work]: Growth): Promise<void> {
  const costOf = (count: number) => {
    const server = prepare(count);
    return measureCost(() => work(server, count));
  };
  // The work of a busy machine makes single measurements longer, never shorter.
  let ratio = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && ratio > highestRatio; attempt += 1) {
    await costOf(size);
    const small = Math.max(await costOf(size), await costOf(size));
    ratio = Math.min(ratio, (await costOf(size * factor)) / small);
  }
  expect(ratio).toBeLessThan(highestRatio);
}

/** Does something that must be rejected, and returns the error. */
export function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return expect.fail("The input is not rejected");
}

export const brainId = "brain";
export const installationId = "installation";

/** Creates a server with a brain and an installation, and more records. */
export function openWith(more: Partial<State> = {}): ReferenceServer {
  const organizationId = "organization";
  return createReferenceServer({
    seed: {
      version: 1,
      organizations: [{ id: organizationId, name: "North" }],
      apiKeys: [{ key: "key_of_organization", organizationId, role: "admin" }],
      brains: [{ id: brainId, organizationId, name: "Tides" }],
      installations: [{ id: installationId, organizationId, teamId: "T", teamName: "Team" }],
      ...more,
    },
  });
}

/** Creates a server that does not depend on the size. */
export const open = () => openWith();

/** Returns a list with something for each number from 0 up to a count. */
export const times = <Item>(count: number, create: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => create(index));

/** Creates channels of the installation. */
export const channels = (count: number) =>
  times(count, (index) => ({ installationId, id: `C${index}`, name: "deck", isPrivate: false, isMember: true }));

/** Creates bindings of the same channels to the brain. */
export const bindings = (count: number) =>
  channels(count).map(({ id }) =>
    buildBinding({ id: `binding_${id}`, brainId, installationId, teamId: "T", channelId: id }),
  );

/** Creates a server with as many channels. */
export const openChannels = (count: number) => openWith({ channels: channels(count) });

/** Creates a server with as many channels, each bound to the brain. */
export const openBound = (count: number) => openWith({ channels: channels(count), bindings: bindings(count) });
