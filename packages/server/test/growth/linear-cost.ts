import { createReferenceServer, type ReferenceServer, type State } from "@knowledge-base/server";
import { expect } from "vitest";
import { buildBinding } from "../build-state.ts";

/** Does the work that is measured. */
export type Work = () => unknown;

/** What grows, a size with which its work takes a few milliseconds, and the preparation of work of a size. */
export type Growth = readonly [what: string, size: number, prepare: (size: number) => Work];

/** Returns the milliseconds of CPU time that work takes, at least one. */
export async function measureCost(work: Work): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return Math.max((user + system) / 1000, 1);
}

/** The larger input is 16 times the smaller one. A quadratic cost would be 256 times, a linear one 16 times as high. */
const factor = 16;
const highestRatio = 64;

/** Expects that the cost of work grows no faster than its size. */
export async function expectLinearCost(_what: string, size: number, prepare: (size: number) => Work): Promise<void> {
  // The work of a busy machine makes single measurements longer, never shorter.
  let ratio = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && ratio > highestRatio; attempt += 1) {
    await measureCost(prepare(size));
    const small = Math.max(await measureCost(prepare(size)), await measureCost(prepare(size)));
    ratio = Math.min(ratio, (await measureCost(prepare(size * factor))) / small);
  }
  expect(ratio).toBeLessThan(highestRatio);
}

/** Does something that must be rejected, and returns the error. */
export function errorOf(act: Work): unknown {
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
export function open(more: Partial<State> = {}): ReferenceServer {
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

/** Opens a server with as many channels, each bound to the brain. */
export const openBound = (count: number) => open({ channels: channels(count), bindings: bindings(count) });
