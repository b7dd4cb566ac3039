import {
  ControlError,
  createReferenceServer,
  type ReferenceServer,
  type State,
  type StoredPage,
} from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { indexSlugs } from "./index-slugs.ts";
import { createRandomChoice } from "./random-choice.ts";
import { chooseStep, type RandomStep } from "./random-step.ts";

const steps = 200;
const flagOf = { brief: "notifyBriefs", connection: "notifyConnections", change: "notifyChanges" } as const;

/** Executes a step, and returns true if it was rejected. */
async function rejects({ run }: RandomStep): Promise<boolean> {
  try {
    await run();
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(ControlError);
    return true;
  }
}

/** Returns the bindings that a step must have notified, according to the state before it. */
function expectedBindings({ notifies }: RandomStep, before: State): string[] {
  if (!notifies) return [];
  const { kind, brainId } = notifies;
  return before.bindings
    .filter((binding) => binding.brainId === brainId && binding.status === "active" && binding[flagOf[kind]])
    .map(({ id }) => id);
}

/** Returns the expected prompt index of a brain. */
function expectedSlugs(pages: readonly StoredPage[], brainId: string): string[] {
  const time = (text: string | null) => (text === null ? Number.NEGATIVE_INFINITY : Date.parse(text));
  return pages
    .filter((page) => page.brainId === brainId && page.status !== "archived" && page.status !== "deprecated")
    .toSorted(
      (a, b) =>
        Number(b.pinned) - Number(a.pinned) ||
        Number(b.status === "active") - Number(a.status === "active") ||
        (a.lastReferencedAt === b.lastReferencedAt ? 0 : time(b.lastReferencedAt) - time(a.lastReferencedAt)) ||
        time(b.updatedAt) - time(a.updatedAt) ||
        (a.slug < b.slug ? -1 : 1),
    )
    .slice(0, 50)
    .map(({ slug }) => slug);
}

async function expectIndexes(server: ReferenceServer, { brains, apiKeys, pages }: State): Promise<void> {
  for (const { id, organizationId } of brains) {
    const key = apiKeys.find((apiKey) => apiKey.organizationId === organizationId)?.key;
    if (key) expect(await indexSlugs(server, encodeURIComponent(id), key)).toEqual(expectedSlugs(pages, id));
  }
}

/** Checks that the parts of a state are those of its organizations. */
function expectParts(server: ReferenceServer, state: State): void {
  const parts = state.organizations.map(({ id }) => server.organization(id).snapshot());
  for (const name of [
    "organizations",
    "apiKeys",
    "brains",
    "pages",
    "installations",
    "channels",
    "bindings",
  ] as const) {
    const together = parts.flatMap((part): readonly object[] => part[name]);
    expect(together).toHaveLength(state[name].length);
    expect(new Set(together.map((record) => JSON.stringify(record)))).toEqual(
      new Set(state[name].map((record) => JSON.stringify(record))),
    );
  }
}

describe("any sequence of commands and requests", () => {
  it.each([1, 2, 3, 4, 5, 6])("leads from one valid state to another (%i)", async (seed) => {
    const random = createRandomChoice(seed);
    const server = openServer();
    const copy = createReferenceServer();
    let rejections = 0;
    for (let index = 0; index < steps; index += 1) {
      if (random.onceIn(3)) server.clock.advance(random.below(2000));
      const before = server.snapshot();
      server.deliveries.clear();
      const step = chooseStep(server, random);
      const context = `step ${index}: ${step.name} ${JSON.stringify(step.input)}`;
      const rejected = await rejects(step);
      const after = server.snapshot();
      const delivered = server.deliveries.list().map(({ bindingId }) => bindingId);

      expect(delivered, context).toEqual(rejected ? [] : expectedBindings(step, before));
      if (rejected) expect(after, context).toStrictEqual(before);
      copy.restore(after);
      expect(copy.snapshot(), context).toStrictEqual(after);
      expect(() => createReferenceServer({ seed: after }), context).not.toThrow();
      const versions = new Map(before.pages.map(({ id, version }) => [id, version]));
      for (const { id, version } of after.pages) {
        expect(version, context).toBeGreaterThanOrEqual(versions.get(id) ?? 1);
      }
      rejections += Number(rejected);
      if (index % 25 === 0) {
        expectParts(server, after);
        await expectIndexes(server, after);
        await expectIndexes(copy, after);
      }
    }
    // Both must be frequent, or the choices are too narrow.
    expect(rejections).toBeGreaterThan(steps / 20);
    expect(rejections).toBeLessThan(steps / 1.5);
  });
});
