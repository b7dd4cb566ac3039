import { page as buildPage } from "@knowledge-base/server/factories";
import fc from "fast-check";
import { callControl, type Step, stepOf } from "./call.ts";
import { pageSteps, recordSteps, removingSteps } from "./control-steps.ts";
import { oauthSteps } from "./oauth-steps.ts";
import {
  hasForeignId,
  hasForeignKey,
  resetOrganization,
  restoreOrganization,
  seedOrganization,
  takeOrganizationSnapshot,
} from "./organization-calls.ts";
import * as pools from "./pools.ts";
import { advanceClock, resetServer, restoreSnapshot, takeSnapshot } from "./server-calls.ts";
import { requestSteps, serviceSteps } from "./service-steps.ts";

const reach = fc.constantFrom(undefined, undefined, "org_north", "org_south");
const index = fc.constantFrom(0, 0, 1);

const advance = stepOf(
  { milliseconds: fc.constantFrom(1, 1000, 300_000, 599_999, 600_000, 600_000), reach },
  ({ milliseconds, reach: scope }) => advanceClock(milliseconds, scope),
);
const snapshot = stepOf({}, (_, { snapshots }) => takeSnapshot(`snapshot${snapshots.size + 1}`));
const restore = stepOf({ index }, ({ index: place }, { snapshots }) => {
  const variable = [...snapshots.keys()].at(-1 - place);
  return variable === undefined ? undefined : restoreSnapshot(variable);
});
const reset = fc.constant<Step>(() => resetServer());
const organizationId = fc.constantFrom("org_north", "org_south", "org_west");
const snapshotOne = stepOf({ id: organizationId }, ({ id }, { organizationSnapshots }) =>
  takeOrganizationSnapshot(id, `part${organizationSnapshots.size + 1}`),
);
const restoreOne = stepOf(
  { index, apiKeys: fc.constantFrom("keep", "omit") },
  ({ index: place, apiKeys }, modelState) => {
    const [variable = "", taken] = [...modelState.organizationSnapshots].at(-1 - place) ?? [];
    if (!taken || hasForeignId(modelState, taken.id, taken.records)) return undefined;
    // A key of another organization is an error without a code.
    const keeps = apiKeys === "keep" && !hasForeignKey(modelState.records, taken.id, taken.records);
    return restoreOrganization(taken.id, variable, keeps ? "keep" : "omit");
  },
);
const seedOne = stepOf({ id: organizationId, brainId: pools.brainName }, ({ id, brainId }, { records }) => {
  if (records.brains.some((brain) => brain.id === brainId)) return undefined;
  const brains = [{ id: brainId, organizationId: "org_seeded", name: "Seeded" }];
  return seedOrganization(id, { version: 1, brains, pages: [buildPage({ brainId, title: "Seeded" })] });
});
const resetOne = organizationId.map(
  (id): Step =>
    () =>
      resetOrganization(id),
);

const channels = [
  { id: "channel_a", name: "deck", isPrivate: false, isMember: true },
  { id: "channel_b", name: "hold", isPrivate: true, isMember: false },
];
const page = { title: "Text", body: "See [[knots]].", summary: "Short." };
const long = { ...page, summary: `${"x".repeat(159)}🌊` };
const deck = { channelId: "channel_a", installationId: "installation_a" };

/** Steps that create the records which most other steps need. */
const setup: readonly Step[] = [
  () => callControl("organizations", "create", { id: "org_south", name: "South", apiKey: "key_south" }),
  () => callControl("brains", "create", { organizationId: "org_north", id: "brain_tides", name: "Tides" }),
  () => callControl("brains", "create", { organizationId: "org_north", id: "brain_ropes", name: "Ropes" }),
  () => callControl("brains", "create", { organizationId: "org_south", id: "brain_south", name: "South" }),
  () => callControl("pages", "create", { brainId: "brain_tides", slug: "knots", ...page }),
  () => callControl("pages", "create", { brainId: "brain_tides", slug: "sails", pinned: true, ...page }),
  () => callControl("pages", "create", { brainId: "brain_south", slug: "knots", ...long }),
  () =>
    callControl("installations", "create", {
      organizationId: "org_north",
      id: "installation_a",
      teamId: "team_a",
      teamName: "Team",
      channels,
    }),
  () =>
    callControl("installations", "create", {
      organizationId: "org_south",
      id: "installation_b",
      teamId: "team_a",
      teamName: "Team",
      channels,
    }),
  () => callControl("bindings", "create", { id: "binding_a", brainId: "brain_tides", ...deck }),
  () => callControl("bindings", "create", { id: "binding_b", brainId: "brain_tides", ...deck, channelId: "channel_b" }),
  () => callControl("bindings", "create", { id: "binding_c", brainId: "brain_ropes", ...deck }),
];

const most = (weight: number, arbitraries: Readonly<Record<string, fc.Arbitrary<Step>>>) =>
  Object.values(arbitraries).map((arbitrary) => ({ weight, arbitrary }));

const { approve, confirm, deny } = oauthSteps;

const anyStep = fc.oneof(
  ...most(24, serviceSteps),
  ...most(8, requestSteps),
  ...most(12, pageSteps),
  ...most(12, { deny }),
  ...most(36, { approve }),
  ...most(60, { confirm }),
  ...most(8, recordSteps),
  ...most(16, { advance }),
  ...most(12, { snapshot }),
  ...most(4, removingSteps),
  ...most(10, { restore }),
  ...most(1, { reset }),
  ...most(6, { resetOne, snapshotOne, seedOne }),
  ...most(10, { restoreOne }),
);

/** The kinds of steps and their maximum number. */
interface StepsOptions {
  readonly maxLength: number;
  readonly step?: fc.Arbitrary<Step>;
}

/** Sequences of steps, most of them after steps that create records. */
export function anySteps({ maxLength, step = anyStep }: StepsOptions): fc.Arbitrary<readonly Step[]> {
  return fc
    .tuple(
      fc.tuple(...setup.map((one) => fc.option(fc.constant(one), { nil: undefined, freq: 20 }))),
      fc.array(step, { maxLength, size: "max" }),
    )
    .map(([begun, steps]) => [...begun.filter((one) => one !== undefined), ...steps]);
}
