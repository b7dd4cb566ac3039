import type { State } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "./build-state.ts";
import { findStateProblems } from "./state-problems.ts";

/** The problems of the test state with more records. */
function problemsWith(more: Partial<State>) {
  const testState = buildState();
  return findStateProblems({
    ...testState,
    ...Object.fromEntries(
      Object.entries(more).map(([name, records]) => [
        name,
        [...(testState[name as keyof State] as readonly unknown[]), ...(records as readonly unknown[])],
      ]),
    ),
  });
}

const organization = { id: "org_new", name: "New" };
const brain = { id: "brain_new", organizationId: "org_north", name: "New" };
const page = buildPage({ slug: "new" });
const installation = { id: "installation_new", organizationId: "org_north", teamId: "T_NEW", teamName: "New" };
const channel = { installationId: "installation_north", id: "C_NEW", name: "new", isPrivate: false, isMember: false };
const binding = buildBinding({ id: "binding_new", brainId: "brain_ropes", channelId: "C_HOLD" });

describe("valid references", () => {
  it("are accepted", () => {
    expect(
      problemsWith({
        organizations: [organization],
        apiKeys: [{ key: "key_new", organizationId: "org_new", role: "admin" }],
        brains: [brain],
        pages: [page],
        installations: [installation],
        channels: [channel],
        bindings: [binding],
      }),
    ).toEqual([]);
  });

  it("may have the same slug in two brains, and the same channel id in two installations", () => {
    expect(
      problemsWith({
        pages: [buildPage({ id: "page_twin", brainId: "brain_ropes" })],
        channels: [{ ...channel, installationId: "installation_pier", id: "C_DECK" }],
      }),
    ).toEqual([]);
  });

  it("may have the same id in different arrays", () => {
    expect(problemsWith({ brains: [{ ...brain, id: "org_north" }], pages: [{ ...page, id: "brain_tides" }] })).toEqual(
      [],
    );
  });

  it("may be two bindings of one channel, of two installations' channels and of two brains", () => {
    const channels = [{ ...channel, installationId: "installation_pier", id: "C_DECK" }];
    const elsewhere = { installationId: "installation_pier", teamId: "T_PIER" };
    const bindings = [
      binding,
      { ...binding, ...elsewhere, id: "binding_pier", brainId: "brain_tides", channelId: "C_DECK" },
    ];
    expect(problemsWith({ channels, bindings })).toEqual([]);
  });

  it("are not confused by ids that are equal when they are joined", () => {
    const channels = [
      { ...channel, installationId: "installation_north", id: '","x' },
      { ...channel, installationId: "installation_pier", id: "x" },
    ];
    expect(problemsWith({ channels })).toEqual([]);
  });
});

describe("an id that is taken already", () => {
  it.each<{ more: Partial<State>; path: string; message: string }>([
    {
      more: { organizations: [{ ...organization, id: "org_north" }] },
      path: "organizations[2].id",
      message: "is taken already",
    },
    {
      more: { apiKeys: [{ key: "key_north", organizationId: "org_south", role: "x" }] },
      path: "apiKeys[2].key",
      message: "is taken already",
    },
    { more: { brains: [{ ...brain, id: "brain_ropes" }] }, path: "brains[3].id", message: "is taken already" },
    { more: { pages: [{ ...page, id: "page_knots" }] }, path: "pages[3].id", message: "is taken already" },
    {
      more: { pages: [{ ...page, slug: "spring-tide" }] },
      path: "pages[3].slug",
      message: "is already used in the brain: change the slug of one of the pages",
    },
    {
      more: { installations: [{ ...installation, id: "installation_pier" }] },
      path: "installations[3].id",
      message: "is taken already",
    },
    {
      more: { channels: [{ ...channel, id: "C_DECK" }] },
      path: "channels[4].id",
      message: "is already used in the installation",
    },
    { more: { bindings: [{ ...binding, id: "binding_hold" }] }, path: "bindings[4].id", message: "is taken already" },
    {
      more: { bindings: [{ ...binding, channelId: "C_DECK" }] },
      path: "bindings[4].channelId",
      message: "is already bound to this brain",
    },
  ])("is rejected: $path $message", ({ more, path, message }) => {
    expect(problemsWith(more)).toEqual([{ path, message }]);
  });

  it("is rejected at every repetition, and the first record counts", () => {
    const brains = [brain, { ...brain, name: "Newer" }, brain];
    const bindings = [buildBinding({ id: "binding_new", brainId: "brain_new" })];
    expect(problemsWith({ brains, bindings })).toEqual([
      { path: "brains[4].id", message: "is taken already" },
      { path: "brains[5].id", message: "is taken already" },
    ]);
  });

  it("is rejected for installations at every repetition, and the first record counts", () => {
    const installations = [installation, { ...installation, teamId: "T_OTHER" }];
    const channels = [{ ...channel, installationId: "installation_new" }];
    const bindings = [{ ...binding, installationId: "installation_new", teamId: "T_NEW", channelId: "C_NEW" }];
    expect(problemsWith({ installations, channels, bindings })).toEqual([
      { path: "installations[4].id", message: "is taken already" },
    ]);
  });
});

describe("a reference to a missing record", () => {
  it.each<{ more: Partial<State>; path: string; what: string }>([
    {
      more: { apiKeys: [{ key: "key_new", organizationId: "org_moon", role: "admin" }] },
      path: "apiKeys[2].organizationId",
      what: "organization",
    },
    {
      more: { brains: [{ ...brain, organizationId: "org_moon" }] },
      path: "brains[3].organizationId",
      what: "organization",
    },
    { more: { pages: [{ ...page, brainId: "brain_moon" }] }, path: "pages[3].brainId", what: "brain" },
    {
      more: { installations: [{ ...installation, organizationId: "org_moon" }] },
      path: "installations[3].organizationId",
      what: "organization",
    },
    {
      more: { channels: [{ ...channel, installationId: "installation_moon" }] },
      path: "channels[4].installationId",
      what: "installation",
    },
    { more: { bindings: [{ ...binding, brainId: "brain_moon" }] }, path: "bindings[4].brainId", what: "brain" },
    {
      more: { bindings: [{ ...binding, installationId: "installation_moon" }] },
      path: "bindings[4].installationId",
      what: "installation",
    },
    { more: { bindings: [{ ...binding, channelId: "C_PIER" }] }, path: "bindings[4].channelId", what: "channel" },
  ])("is rejected: $path", ({ more, path, what }) => {
    expect(problemsWith(more)).toEqual([{ path, message: `names no ${what} of this state` }]);
  });
});

describe("a contradiction", () => {
  it.each<{ more: Partial<State>; path: string; message: string }>([
    {
      more: { pages: [{ ...page, archived: true }] },
      path: "pages[3].status",
      message: "must be archived if and only if archived is true",
    },
    {
      more: { pages: [{ ...page, status: "archived" }] },
      path: "pages[3].status",
      message: "must be archived if and only if archived is true",
    },
    {
      more: { pages: [{ ...page, pinned: true, status: "deprecated" }] },
      path: "pages[3].status",
      message: "must not be deprecated on a pinned page",
    },
    {
      more: { pages: [{ ...page, statusBeforeArchive: "active" }] },
      path: "pages[3].statusBeforeArchive",
      message: "is allowed only on archived pages",
    },
    {
      more: { bindings: [{ ...binding, teamId: "T_PIER" }] },
      path: "bindings[4].teamId",
      message: "is not the team of the installation",
    },
    {
      more: { bindings: [{ ...binding, brainId: "brain_south" }] },
      path: "bindings[4].installationId",
      message: "must be an installation of the organization of the brain",
    },
  ])("is rejected: $path $message", ({ more, path, message }) => {
    expect(problemsWith(more)).toEqual([{ path, message }]);
  });

  it("is rejected between a pinned page and a former status of deprecated", () => {
    const archived = { archived: true, status: "archived", statusBeforeArchive: "deprecated" } as const;
    expect(problemsWith({ pages: [{ ...page, ...archived, pinned: true }] })).toEqual([
      { path: "pages[3].statusBeforeArchive", message: "must not be deprecated on a pinned page" },
    ]);
  });

  it("is none between a deprecation and a page without a pin", () => {
    const archived = { archived: true, status: "archived", statusBeforeArchive: "deprecated" } as const;
    const deprecated = buildPage({ slug: "deprecated", status: "deprecated" });
    expect(problemsWith({ pages: [deprecated, { ...page, ...archived }] })).toEqual([]);
  });

  it.each(["active", "stale", "contested", "archived"] as const)("is none between a pin and %s", (status) => {
    expect(problemsWith({ pages: [{ ...page, pinned: true, status, archived: status === "archived" }] })).toEqual([]);
  });
});
