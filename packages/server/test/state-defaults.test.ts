import { createReferenceServer, type StateInput } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "./build-state.ts";
import { recordsOf } from "./records-of.ts";
import { findStateProblems } from "./state-problems.ts";

const defaultTime = "2026-01-01T00:00:00.000Z";

/** A state with the fields that have no default. */
const shortState: StateInput = {
  version: 1,
  organizations: [{ id: "org" }],
  apiKeys: [{ organizationId: "org" }],
  brains: [{ id: "tides", organizationId: "org" }],
  pages: [{ brainId: "tides", title: "Spring tide" }],
  installations: [{ id: "pier", organizationId: "org", teamId: "T_PIER" }],
  channels: [{ installationId: "pier", name: "deck" }],
  bindings: [{ brainId: "tides", installationId: "pier", channelId: "channel_deck" }],
};

const completeState = {
  version: 1,
  organizations: [{ id: "org", name: "Organization" }],
  apiKeys: [{ key: "kb_org", organizationId: "org", role: "admin" }],
  brains: [{ id: "tides", organizationId: "org", name: "Brain" }],
  pages: [
    {
      id: "page_tides_spring-tide",
      tenantId: "org",
      subjectId: "tides",
      brainId: "tides",
      source: null,
      pageType: "topic",
      bucket: "inbox",
      bucketSource: "auto",
      slug: "spring-tide",
      title: "Spring tide",
      summary: "Spring tide",
      body: "Spring tide",
      entities: [],
      sources: [],
      backlinks: [],
      embedding: [],
      version: 1,
      pinned: false,
      archived: false,
      status: "active",
      lastCompiledAt: defaultTime,
      lastReferencedAt: null,
      createdAt: defaultTime,
      updatedAt: defaultTime,
    },
  ],
  installations: [{ id: "pier", organizationId: "org", teamId: "T_PIER", teamName: "Workspace" }],
  channels: [{ installationId: "pier", id: "channel_deck", name: "deck", isPrivate: false, isMember: false }],
  bindings: [
    {
      id: "binding_tides_pier_channel_deck",
      brainId: "tides",
      installationId: "pier",
      teamId: "T_PIER",
      channelId: "channel_deck",
      channelName: "deck",
      status: "active",
      notifyBriefs: true,
      notifyConnections: true,
      notifyChanges: true,
      createdAt: defaultTime,
    },
  ],
} as const;

/** The only page of a brain, of which the given fields were loaded. */
function loadPage(fields: object) {
  const pages = [{ brainId: "tides", title: "Spring tide", ...fields }];
  const [page] = createReferenceServer({ seed: { ...shortState, pages } }).snapshot().pages;
  return page;
}

describe("fields that are left out of a state", () => {
  it("have the defaults of the format, however the state is loaded", () => {
    const seeded = createReferenceServer({ seed: shortState });
    expect(recordsOf(seeded)).toStrictEqual(completeState);
    const added = createReferenceServer({ seed: { version: 1, organizations: [{ id: "other" }] } });
    added.restore(shortState);
    expect(recordsOf(added)).toStrictEqual(completeState);
    added.restore({ version: 1 });
    added.seed(shortState);
    expect(recordsOf(added)).toStrictEqual(completeState);
    added.restore(JSON.parse(JSON.stringify(shortState)));
    expect(recordsOf(added)).toStrictEqual(completeState);
  });

  it("can be any one of a complete record, and any of those that are undefined", () => {
    for (const [name, records] of Object.entries(completeState)) {
      if (!Array.isArray(records)) continue;
      const [record] = records;
      // A bucket without a source counts as set by a user.
      const required = [...Object.keys((shortState as never)[name][0]), "bucketSource"];
      for (const field of Object.keys(record).filter((candidate) => !required.includes(candidate))) {
        const { [field]: _, ...rest } = record;
        for (const shorter of [rest, { ...record, [field]: undefined }]) {
          const server = createReferenceServer({ seed: { ...completeState, [name]: [shorter] } });
          expect(server.snapshot(), `${name} without ${field}`).toStrictEqual(completeState);
        }
      }
    }
  });

  it("are completed by records that are there already", () => {
    const server = createReferenceServer({ seed: buildState() });
    server.seed({
      version: 1,
      pages: [{ brainId: "brain_south", title: "New" }],
      bindings: [{ brainId: "brain_tides", installationId: "installation_pier", channelId: "C_PIER" }],
    });
    const { pages, bindings } = server.snapshot();
    expect(pages.find(({ title }) => title === "New")).toMatchObject({ tenantId: "org_south" });
    expect(bindings.find(({ channelId }) => channelId === "C_PIER")).toMatchObject({
      teamId: "T_PIER",
      channelName: "pier",
    });
  });

  it("are the same after a reset, whatever the clock says", () => {
    const server = createReferenceServer({ seed: shortState });
    server.clock.freeze("2030-01-01T00:00:00Z");
    server.reset();
    expect(recordsOf(server)).toStrictEqual(completeState);
  });

  it("of a page are made from those that are given", () => {
    expect(loadPage({ body: "One\nline.\n\nSee [[neap|x]]." })).toMatchObject({
      summary: "One line.",
      backlinks: ["neap"],
    });
    expect(loadPage({ slug: "s" })).toMatchObject({ slug: "s", id: "page_tides_s" });
    expect(loadPage({ bucket: "inbox" })).toMatchObject({ bucketSource: "user" });
    expect(loadPage({ archived: true })).toMatchObject({ status: "archived" });
    expect(loadPage({ status: "archived" })).toMatchObject({ archived: true });
    expect(loadPage({ status: "stale" })).toMatchObject({ archived: false, status: "stale" });
    const time = "2025-05-05T05:05:05Z";
    expect(loadPage({ createdAt: time })).toMatchObject({ createdAt: time, updatedAt: time, lastCompiledAt: time });
    expect(loadPage({ updatedAt: time })).toMatchObject({ createdAt: time, updatedAt: time, lastCompiledAt: time });
    expect(loadPage({ lastCompiledAt: time, sources: [{ ingestSourceId: "i" }] })).toMatchObject({
      updatedAt: defaultTime,
      sources: [{ ingestSourceId: "i", chunkUuids: [], attachedAt: time }],
    });
  });
});

describe("a time of a state", () => {
  it("can be a Date, also one of another realm", async () => {
    const { runInNewContext } = await import("node:vm");
    const dates = [new Date("2026-03-02T08:15:00Z"), runInNewContext('new Date("2026-03-02T08:15:00Z")') as Date];
    for (const date of dates) {
      const text = "2026-03-02T08:15:00.000Z";
      expect(loadPage({ createdAt: date, lastReferencedAt: date })).toMatchObject({
        createdAt: text,
        updatedAt: text,
        lastReferencedAt: text,
      });
      const bindings = [{ ...completeState.bindings[0], createdAt: date }];
      expect(createReferenceServer({ seed: { ...completeState, bindings } }).snapshot().bindings).toMatchObject([
        { createdAt: text },
      ]);
    }
  });

  it.each([new Date(Number.NaN), new Date(8.64e15), 0])("cannot be %s", (updatedAt) => {
    const pages = [{ brainId: "tides", title: "T", updatedAt }];
    expect(findStateProblems({ ...shortState, pages })).toEqual([
      {
        path: "pages[0].updatedAt",
        message: expect.stringMatching(/^must be (an ISO 8601 timestamp|a string, not .+)$/),
      },
    ]);
  });
});

describe("a default that cannot be made", () => {
  it.each([
    { pages: [{ brainId: "tides", title: 5 }], paths: ["pages[0].title"] },
    { pages: [{ brainId: "tides" }], paths: ["pages[0].title"] },
    { pages: [{ brainId: 5, title: "T" }], paths: ["pages[0].brainId"] },
    { pages: [{ brainId: "tides", title: "T", slug: 5 }], paths: ["pages[0].slug"] },
    { pages: [{ brainId: "tides", title: "T", body: [] }], paths: ["pages[0].body"] },
    { pages: [{ brainId: "tides", title: "T", createdAt: "today" }], paths: ["pages[0].createdAt"] },
    {
      pages: [{ brainId: "tides", title: "T", lastCompiledAt: "today" }],
      paths: ["pages[0].lastCompiledAt"],
    },
    { pages: [{ brainId: "nowhere", title: "T" }], paths: ["pages[0].brainId"] },
    { installations: [{ organizationId: "org" }], bindings: [], channels: [], paths: ["installations[0].id"] },
    { channels: [{ installationId: "pier", name: null }], bindings: [], paths: ["channels[0].name"] },
    { channels: [{ installationId: "nowhere", name: "a" }], bindings: [], paths: ["channels[0].installationId"] },
    {
      bindings: [{ brainId: "tides", installationId: "nowhere", channelId: "channel_deck" }],
      paths: ["bindings[0].installationId"],
    },
    { bindings: [{ brainId: 5, installationId: "pier", channelId: "channel_deck" }], paths: ["bindings[0].brainId"] },
  ])("is not reported besides its cause: $paths", ({ paths, ...changes }) => {
    expect(findStateProblems({ ...shortState, ...changes }).map(({ path }) => path)).toEqual(paths);
  });

  it("is reported if it is invalid itself", () => {
    const seed = { version: 1, organizations: [{ id: "größe" }], apiKeys: [{ organizationId: "größe" }] };
    expect(findStateProblems(seed)).toEqual([
      { path: "apiKeys[0].key", message: "must be one or more visible ASCII characters" },
    ]);
  });

  it("is reported if another record has it", () => {
    const pages = [
      { brainId: "tides", title: "Spring tide" },
      { brainId: "tides", title: "Spring tide!" },
    ];
    expect(findStateProblems({ ...shortState, pages })).toEqual([
      { path: "pages[1].id", message: "is taken already" },
      { path: "pages[1].slug", message: "is already used in the brain: change the slug of one of the pages" },
    ]);
  });
});

describe("a loaded record", () => {
  it("does not share its arrays with the state", () => {
    const page = { ...buildPage(), brainId: "tides", summary: undefined, embedding: [1, 2] };
    const server = createReferenceServer({ seed: { ...shortState, pages: [page] } });
    page.embedding.push(3);
    expect(server.snapshot().pages[0]?.embedding).toEqual([1, 2]);
  });
});
