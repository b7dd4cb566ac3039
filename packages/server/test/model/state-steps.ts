import type { Organization, State } from "@knowledge-base/server";
import fc from "fast-check";
import { expect } from "vitest";
import { buildPage } from "../build-state.ts";
import { methodAt } from "../method-at.ts";
import { frozenTime } from "../open-server.ts";
import { type Call, literal, nameOf, partOf, type Step } from "./call.ts";
import * as state from "./model-state.ts";
import { findOrganization, type ModelState, type Records, reject } from "./model-state.ts";
import { constant } from "./pools.ts";

/** The content of a snapshot. */
export function snapshotOf({ records, aheadMs }: ModelState): Records {
  const parts = records.organizations.map((organization) => {
    const offset = aheadMs.get(organization.id);
    const described = { ...organization, ...(offset !== undefined && { clock: { offset } }) };
    return { ...state.recordsOf(records, organization.id), organizations: [described] };
  });
  const names = Object.keys(records) as (keyof Records)[];
  return Object.fromEntries(
    names.map((name) => [name, parts.flatMap((part): readonly object[] => part[name])]),
  ) as unknown as Records;
}

/** What the model knows of a snapshot. */
export function knownPartOf({
  version: _,
  idPosition: __,
  authorizations: ___,
  clock: ____,
  ...records
}: State): Records {
  return { ...records, organizations: records.organizations.map(({ idPosition: _____, ...one }) => one) } as Records;
}

/** Continues the clock of a restored organization, if the snapshot contains it, and returns the record without it. */
function continueClock({ aheadMs }: ModelState, { clock, ...organization }: Organization): Organization {
  if (clock?.offset !== undefined) aheadMs.set(organization.id, clock.offset);
  return organization;
}

type StateRule = (model: ModelState, output: unknown) => unknown;

/** Calls a method of the whole server, or of one organization. */
function call(
  name: string,
  id: string | undefined,
  given: readonly unknown[],
  rule: StateRule,
  code = literal(given),
): Call {
  return {
    name: id === undefined ? name : `organization ${name}`,
    code: `${nameOf(id)}.${name}(...${code})`,
    run: (server) => methodAt(partOf(server, id), name)(...given),
    expect(model, output) {
      if (id !== undefined) findOrganization(model, id, { reach: id });
      return rule(model, output);
    },
  };
}

const organizationId = constant("org_north", "org_south", "org_west");
const scope = constant(undefined, undefined, "org_north", "org_south");

const advance = fc.tuple(constant(1, 1000, 300_000, 599_999, 600_000, 600_000), scope).map(
  ([milliseconds, id]): Step =>
    () => {
      return call("clock.advance", id, [milliseconds], (model) => {
        if (id === undefined) model.nowMs += milliseconds;
        else model.aheadMs.set(id, (model.aheadMs.get(id) ?? 0) + milliseconds);
        return id === undefined ? new Date(model.nowMs).toISOString() : state.timeOf(model, id);
      });
    },
);

const snapshot = fc.oneof(fc.constant(undefined), organizationId).map(
  (id): Step =>
    () => {
      const taken = call("snapshot", id, [], (model, output) => {
        const records = id === undefined ? snapshotOf(model) : state.recordsOf(snapshotOf(model), id);
        expect(knownPartOf(output as State)).toEqual(records);
        const copies = structuredClone({ records, authorizations: model.authorizations });
        model.snapshots.push({ organizationId: id, state: output as State, ...copies });
        return output;
      });
      return { ...taken, code: `snapshots.push(${taken.code})` };
    },
);

/** Restores one of the last snapshots. Deliveries stay, and clocks if the snapshot does not contain them. */
const restore = fc.tuple(constant(-1, -1, -2, -3), fc.boolean()).map(
  ([place, keepsKeys]): Step =>
    ({ snapshots, records }) => {
      const taken = snapshots.at(place);
      if (taken === undefined) return undefined;
      const code = `[snapshots.at(${place})]`;
      const { organizationId: id } = taken;
      if (id === undefined) return call("restore", id, [taken.state], (model) => restoreServer(model, taken), code);
      // A key of another organization is an error without a code.
      const apiKeys = keepsKeys && !hasForeignKey(records, id, taken.records) ? "keep" : "omit";
      return call(
        "restore",
        id,
        [taken.state, { apiKeys }],
        (model) => restoreOrganization(model, id, taken, apiKeys),
        code,
      );
    },
);

function restoreServer(model: ModelState, taken: state.Snapshot): unknown {
  const { records, authorizations } = structuredClone(taken);
  const { offset } = taken.state.clock ?? {};
  if (offset !== undefined) model.nowMs = Date.parse(frozenTime) + offset;
  for (const { id } of model.records.organizations) {
    if (records.organizations.every((one) => one.id !== id)) state.removeOrganization(model, id);
  }
  for (const { id } of records.organizations) {
    if (!model.initial.has(id)) model.initial.set(id, structuredClone(state.recordsOf(records, id)));
  }
  const organizations = records.organizations.map((one) => continueClock(model, one));
  Object.assign(model, { records: { ...records, organizations }, authorizations });
  return { apiKeys: structuredClone(records.apiKeys) };
}

function restoreOrganization(model: ModelState, id: string, taken: state.Snapshot, apiKeys: string): unknown {
  const { records: next, authorizations } = structuredClone(taken);
  const present = findOrganization(model, id, { reach: id });
  for (const one of next.organizations) Object.assign(present, continueClock(model, one));
  replaceAuthorizations(model, id, authorizations);
  const keys = apiKeys === "omit" ? state.recordsOf(model.records, id).apiKeys : next.apiKeys;
  state.replaceRecords(model.records, id, { ...next, apiKeys: keys });
  return { apiKeys: apiKeys === "omit" ? [] : structuredClone(keys) };
}

function replaceAuthorizations(model: ModelState, id: string, next: state.Snapshot["authorizations"]): void {
  const isOwn = ([, { organizationId: owner }]: readonly [string, state.Authorization]) => owner === id;
  const kept = [...model.authorizations].filter((one) => !isOwn(one));
  model.authorizations = new Map([...kept, ...[...next].filter(isOwn)]);
}

/** Checks whether another organization has a key. */
function hasForeignKey(records: Records, id: string, { apiKeys }: Records): boolean {
  return apiKeys.some(({ key }) => records.apiKeys.some((one) => one.key === key && one.organizationId !== id));
}

/** Adds a brain with a page to an organization, whatever organization it names. */
const seed = organizationId.map(
  (id): Step =>
    ({ records }) => {
      const brain = { id: `brain_of_${id}`, name: "Seeded" };
      if (records.brains.some((one) => one.id === brain.id)) return undefined;
      const pages = [buildPage({ id: `page_of_${id}`, brainId: brain.id })];
      const given = { version: 1, brains: [{ ...brain, organizationId: "org_any" }], pages };
      return call("seed", id, [given], (model) => {
        model.records.brains.push({ ...brain, organizationId: id });
        model.records.pages.push(...structuredClone(pages));
        return { apiKeys: [] };
      });
    },
);

const resetServer: Step = () =>
  call("reset", undefined, [], (model) => {
    Object.assign(model, { ...state.createModelState(), snapshots: model.snapshots });
  });

const resetOrganization = organizationId.map(
  (id): Step =>
    () => {
      return call("reset", id, [], (model) => {
        const first = structuredClone(model.initial.get(id) as Records);
        if (hasForeignKey(model.records, id, first)) reject("conflict");
        state.replaceRecords(model.records, id, first);
        model.aheadMs.delete(id);
        for (const one of first.organizations) continueClock(model, one);
        replaceAuthorizations(model, id, new Map());
        model.started = model.started.filter((one) => one.organizationId !== id);
      });
    },
);

export const stateSteps = {
  advance,
  snapshot,
  restore,
  seed,
  resetOrganization,
  resetServer: fc.constant(resetServer),
};
