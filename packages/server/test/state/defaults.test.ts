import { runInNewContext } from "node:vm";
import { createReferenceServer, type StateInput } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { recordsOf } from "../helpers/open-server.ts";
import { findStateProblems } from "../helpers/results.ts";

const at = "2026-01-01T00:00:00.000Z";
const time = "2025-05-05T05:05:05Z";

// A state with the fields that have no default.
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

// The same state as the server completes it.
// biome-ignore format: some fields a line
const completeState = {
  version: 1,
  organizations: [{ id: "org", name: "Organization" }],
  apiKeys: [{ key: "kb_org", organizationId: "org", role: "admin" }],
  brains: [{ id: "tides", organizationId: "org", name: "Brain" }],
  pages: [
    {
      id: "page_tides_spring-tide", tenantId: "org", subjectId: "tides", brainId: "tides", source: null,
      pageType: "topic", bucket: "inbox", bucketSource: "auto",
      slug: "spring-tide", title: "Spring tide", summary: "Spring tide", body: "Spring tide",
      entities: [], sources: [], backlinks: [], embedding: [],
      version: 1, pinned: false, archived: false, status: "active",
      lastCompiledAt: at, lastReferencedAt: null, createdAt: at, updatedAt: at,
    },
  ],
  installations: [{ id: "pier", organizationId: "org", teamId: "T_PIER", teamName: "Workspace" }],
  channels: [{ installationId: "pier", id: "channel_deck", name: "deck", isPrivate: false, isMember: false }],
  bindings: [
    {
      id: "binding_tides_pier_channel_deck", brainId: "tides", installationId: "pier", teamId: "T_PIER", channelId: "channel_deck",
      channelName: "deck", status: "active", notifyBriefs: true, notifyConnections: true, notifyChanges: true, createdAt: at,
    },
  ],
} as const;

const source = { ingestSourceId: "i" };
const compiled = { ...source, chunkUuids: [], attachedAt: time };

// The page of a brain, of which the given fields were loaded.
function loadPage(fields: object) {
  const pages = [{ brainId: "tides", title: "Spring tide", ...fields }];
  return createReferenceServer({ seed: { ...shortState, pages } }).snapshot().pages[0];
}

describe("fields that are left out of a state", () => {
  it("have the defaults of the format, however the state is loaded, and after a reset", () => {
    const server = createReferenceServer({ seed: shortState });
    server.clock.freeze("2030-01-01T00:00:00Z");
    expect(recordsOf(server)).toStrictEqual(completeState);
    server.restore(shortState);
    expect(recordsOf(server)).toStrictEqual(completeState);
    server.restore({ version: 1 });
    server.seed(shortState);
    expect(recordsOf(server)).toStrictEqual(completeState);
    server.reset();
    expect(recordsOf(server)).toStrictEqual(completeState);
  });

  const { version, ...complete } = completeState;
  it.each(Object.entries(complete))("have their defaults in a complete record of %s, one by one", (kind, [record]) => {
    // A bucket without a source counts as set by a user.
    const required = [...Object.keys(Reflect.get(shortState, kind)[0]), "bucketSource"];
    for (const field of Object.keys(record).filter((name) => !required.includes(name))) {
      const { [field]: _, ...shorter } = record as Record<string, unknown>;
      for (const given of [shorter, { ...record, [field]: undefined }]) {
        const seed = { version, ...complete, [kind]: [given] };
        expect(createReferenceServer({ seed }).snapshot(), field).toStrictEqual(completeState);
      }
    }
  });

  it.each<[what: string, given: object, completed: object]>([
    ["summary and links", { body: "One\nline.\n\nSee [[neap|x]]." }, { summary: "One line.", backlinks: ["neap"] }],
    ["an id of its slug", { slug: "s" }, { slug: "s", id: "page_tides_s" }],
    ["a given bucket, as set by a user", { bucket: "inbox" }, { bucketSource: "user" }],
    ["the status of an archived page", { archived: true }, { status: "archived" }],
    ["the flag of an archived page", { status: "archived" }, { archived: true }],
    ["no flag for another status", { status: "stale" }, { archived: false, status: "stale" }],
    ["all times of its creation", { createdAt: time }, { createdAt: time, updatedAt: time, lastCompiledAt: time }],
    ["all times of its update", { updatedAt: time }, { createdAt: time, updatedAt: time, lastCompiledAt: time }],
    ["the time of its compilation alone", { lastCompiledAt: time }, { updatedAt: at, lastCompiledAt: time }],
    ["sources as old as its compilation", { lastCompiledAt: time, sources: [source] }, { sources: [compiled] }],
    ["times in UTC", { createdAt: "2026-03-02T10:15:00+02:00" }, { createdAt: "2026-03-02T08:15:00.000Z" }],
    ["microseconds", { createdAt: "2026-03-02T10:15:00.123456Z" }, { createdAt: "2026-03-02T10:15:00.123456Z" }],
    ["times in UTC without an offset", { createdAt: "2026-03-02T08:15:00" }, { createdAt: "2026-03-02T08:15:00.000Z" }],
    ["times of dates", { createdAt: new Date("2026-03-02T08:15:00Z") }, { createdAt: "2026-03-02T08:15:00.000Z" }],
  ])("follow from others of a page: %s", (_, given, completed) => expect(loadPage(given)).toMatchObject(completed));
});

it("a time of a state can be a Date of another realm, also in a binding", () => {
  const createdAt = runInNewContext(`new Date("${at}")`) as Date;
  expect(loadPage({ createdAt, lastReferencedAt: createdAt })).toMatchObject({ createdAt: at, lastReferencedAt: at });
  const seed = { ...completeState, bindings: [{ ...completeState.bindings[0], createdAt }] };
  expect(createReferenceServer({ seed }).snapshot()).toStrictEqual(completeState);
});

describe("a default that can't be made", () => {
  const page = { brainId: "tides", title: "T" };
  const binding = { brainId: "tides", installationId: "pier", channelId: "channel_deck" };

  it.each<[cause: string, path: string, records: object]>([
    ["a title that is no text", "pages[0].title", { pages: [{ ...page, title: 5 }] }],
    ["a brain that is no text", "pages[0].brainId", { pages: [{ ...page, brainId: 5 }] }],
    ["a slug that is no text", "pages[0].slug", { pages: [{ ...page, slug: 5 }] }],
    ["a body that is no text", "pages[0].body", { pages: [{ ...page, body: [] }] }],
    ["a time that is none", "pages[0].createdAt", { pages: [{ ...page, createdAt: "today" }] }],
    ["a date that is invalid", "pages[0].updatedAt", { pages: [{ ...page, updatedAt: new Date(Number.NaN) }] }],
    ["a missing brain", "pages[0].brainId", { pages: [{ ...page, brainId: "nowhere" }] }],
    ["no id", "installations[0].id", { installations: [{ organizationId: "org" }], bindings: [], channels: [] }],
    ["a name that is null", "channels[0].name", { channels: [{ installationId: "pier", name: null }], bindings: [] }],
    ["a missing installation", "bindings[0].installationId", { bindings: [{ ...binding, installationId: "nowhere" }] }],
  ])("isn't reported besides its cause: %s", (_, path, records) => {
    expect(findStateProblems({ ...shortState, ...records }).map((problem) => problem.path)).toEqual([path]);
  });

  it("is reported if it is invalid itself, or if another record has it", () => {
    const seed = { version: 1, organizations: [{ id: "größe" }], apiKeys: [{ organizationId: "größe" }] };
    expect(findStateProblems(seed)).toMatchObject([{ path: "apiKeys[0].key" }]);
    const problems = findStateProblems({ ...shortState, pages: [page, { ...page, title: "T!" }] });
    expect(problems.map(({ path }) => path)).toEqual(["pages[1].id", "pages[1].slug"]);
  });
});
