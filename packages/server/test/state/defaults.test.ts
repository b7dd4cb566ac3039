import { runInNewContext } from "node:vm";
import { createReferenceServer, type StateInput } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { recordsOf } from "../helpers/build-state.ts";
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

it("fields that are left out of a state have the defaults of the format, however it is loaded", () => {
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

const allTimes = { createdAt: time, updatedAt: time, lastCompiledAt: time };
const inUtc = "2026-03-02T08:15:00.000Z";
const exact = "2026-03-02T10:15:00.123456Z";
// biome-ignore format: one row a line
it.each<{ what: string; given: object; completed: object }>([
  { what: "summary and links", given: { body: "One\nline.\n\nSee [[neap|x]]." }, completed: { summary: "One line.", backlinks: ["neap"] } },
  { what: "an id of its slug", given: { slug: "s" }, completed: { slug: "s", id: "page_tides_s" } },
  { what: "a given bucket, as set by a user", given: { bucket: "inbox" }, completed: { bucketSource: "user" } },
  { what: "the status of an archived page", given: { archived: true }, completed: { status: "archived" } },
  { what: "the flag of an archived page", given: { status: "archived" }, completed: { archived: true } },
  { what: "no flag for another status", given: { status: "stale" }, completed: { archived: false } },
  { what: "all times of its creation", given: { createdAt: time }, completed: allTimes },
  { what: "all times of its update", given: { updatedAt: time }, completed: allTimes },
  { what: "the time of its compilation alone", given: { lastCompiledAt: time }, completed: { updatedAt: at } },
  { what: "its sources", given: { lastCompiledAt: time, sources: [source] }, completed: { sources: [compiled] } },
  { what: "times in UTC", given: { createdAt: "2026-03-02T10:15:00+02:00" }, completed: { createdAt: inUtc } },
  { what: "times without an offset", given: { createdAt: "2026-03-02T08:15:00" }, completed: { createdAt: inUtc } },
  { what: "times of dates", given: { createdAt: new Date(inUtc) }, completed: { createdAt: inUtc } },
  { what: "microseconds", given: { createdAt: exact }, completed: { createdAt: exact } },
])("fields that are left out of a page follow from its others, such as $what", ({ given, completed }) =>
  expect(loadPage(given)).toMatchObject(completed),
);

it("a time of a state can be a Date of another realm, also in a binding", () => {
  const createdAt = runInNewContext(`new Date("${at}")`) as Date;
  expect(loadPage({ createdAt, lastReferencedAt: createdAt })).toMatchObject({ createdAt: at, lastReferencedAt: at });
  const seed = { ...completeState, bindings: [{ ...completeState.bindings[0], createdAt }] };
  expect(createReferenceServer({ seed }).snapshot()).toStrictEqual(completeState);
});

const page = { brainId: "tides", title: "T" };

const lost = { brainId: "tides", installationId: "nowhere", channelId: "channel_deck" };
// biome-ignore format: one row a line
it.each<{ cause: string; path: string; records: object }>([
  { cause: "a title that is no text", path: "pages[0].title", records: { pages: [{ ...page, title: 5 }] } },
  { cause: "a brain that is no text", path: "pages[0].brainId", records: { pages: [{ ...page, brainId: 5 }] } },
  { cause: "a slug that is no text", path: "pages[0].slug", records: { pages: [{ ...page, slug: 5 }] } },
  { cause: "a body that is no text", path: "pages[0].body", records: { pages: [{ ...page, body: [] }] } },
  { cause: "a time that is none", path: "pages[0].createdAt", records: { pages: [{ ...page, createdAt: "now" }] } },
  { cause: "a missing brain", path: "pages[0].brainId", records: { pages: [{ ...page, brainId: "x" }] } },
  { cause: "a name that is null", path: "channels[0].name", records: { channels: [{ installationId: "pier", name: null }], bindings: [] } },
  { cause: "a missing parent", path: "bindings[0].installationId", records: { bindings: [lost] } },
])("a default that can't be made isn't reported besides its cause, such as $cause", ({ path, records }) => {
  expect(findStateProblems({ ...shortState, ...records }).map((problem) => problem.path)).toEqual([path]);
});

it("a default that can't be made is reported if it is invalid itself, or if another record has it", () => {
  const seed = { version: 1, organizations: [{ id: "größe" }], apiKeys: [{ organizationId: "größe" }] };
  expect(findStateProblems(seed)).toMatchObject([{ path: "apiKeys[0].key" }]);
  const problems = findStateProblems({ ...shortState, pages: [page, { ...page, title: "T!" }] });
  expect(problems.map(({ path }) => path)).toEqual(["pages[1].id", "pages[1].slug"]);
});
