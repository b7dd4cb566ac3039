import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "./build-state.ts";
import { findStateProblems } from "./state-problems.ts";

/** The problems of the test state with one more page. */
function problemsWith(changes: object) {
  const page = { ...buildPage(), id: "page_new", slug: "new", ...changes };
  return findStateProblems({ ...buildState(), pages: [buildPage(), page] });
}

const timestamps = ["lastCompiledAt", "lastReferencedAt", "createdAt", "updatedAt"];

describe("the form of a page", () => {
  it.each([
    { change: { slug: "" }, field: "slug", message: "must not be empty" },
    { change: { tenantId: 1 }, field: "tenantId", message: "must be a string, not 1" },
    { change: { subjectId: null }, field: "subjectId", message: "must be a string, not null" },
    { change: { brainId: [] }, field: "brainId", message: "must be a string, not an array" },
    { change: { title: true }, field: "title", message: "must be a string, not a boolean" },
    { change: { summary: {} }, field: "summary", message: "must be a string, not an object" },
    { change: { title: undefined }, field: "title", message: "is missing" },
    { change: { source: "upload" }, field: "source", message: "must be an object, not a string" },
    { change: { source: {} }, field: "source.channel", message: "is missing" },
    { change: { source: { channel: "x", ref: 1 } }, field: "source.ref", message: "must be a string, not 1" },
    {
      change: { source: { channel: "x", label: [] } },
      field: "source.label",
      message: "must be a string, not an array",
    },
    { change: { entities: "Moon" }, field: "entities", message: "must be an array, not a string" },
    { change: { entities: ["Moon", 1] }, field: "entities[1]", message: "must be a string, not 1" },
    { change: { backlinks: [null] }, field: "backlinks[0]", message: "must be a string, not null" },
    { change: { sources: [null] }, field: "sources[0]", message: "must be an object, not null" },
    { change: { version: 1.5 }, field: "version", message: "must be a whole number, not 1.5" },
    { change: { version: "1" }, field: "version", message: "must be a number, not a string" },
    { change: { pinned: 0 }, field: "pinned", message: "must be a boolean, not 0" },
    { change: { archived: null }, field: "archived", message: "must be a boolean, not null" },
  ])("is rejected: $field $message", ({ change, field, message }) => {
    expect(problemsWith(change)).toEqual([{ path: `pages[1].${field}`, message }]);
  });

  it("has the id of each of its sources", () => {
    expect(problemsWith({ sources: [{}] })).toEqual([
      { path: "pages[1].sources[0].ingestSourceId", message: "is missing" },
    ]);
  });

  it("has no other fields in its source", () => {
    expect(problemsWith({ source: { channel: "x", lable: "y" } })).toEqual([
      {
        path: "pages[1].source",
        message: "has unknown fields: lable (did you mean label?); the fields are channel, ref, label",
      },
    ]);
  });

  it("has no other fields in its sources", () => {
    const [source] = buildPage().sources;
    expect(problemsWith({ sources: [{ ...source, x: 1 }] })).toEqual([
      {
        path: "pages[1].sources[0]",
        message: "has unknown fields: x; the fields are ingestSourceId, chunkUuids, attachedAt",
      },
    ]);
  });

  it.each([
    { field: "pageType", values: "source, topic, entity, project, decision, brief" },
    { field: "bucket", values: "inbox, notes, ideas, projects" },
    { field: "bucketSource", values: "auto, user" },
    { field: "status", values: "active, deprecated, stale, contested, archived" },
    { field: "statusBeforeArchive", values: "active, deprecated, stale, contested" },
  ])("has one of the documented values for $field", ({ field, values }) => {
    for (const value of ["unknown", "", null, 1]) {
      expect(problemsWith({ [field]: value })).toEqual([
        { path: `pages[1].${field}`, message: `must be one of ${values}` },
      ]);
    }
  });

  it("does not remember archived as the status before archiving", () => {
    expect(problemsWith({ archived: true, status: "archived", statusBeforeArchive: "archived" })).toEqual([
      {
        path: "pages[1].statusBeforeArchive",
        message: "must be one of active, deprecated, stale, contested",
      },
    ]);
  });

  it.each(timestamps)("has an ISO 8601 timestamp of a day that exists for %s", (field) => {
    const wrong = ["", "today", "2026-06-01", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-06-01T24:00:00Z"];
    for (const value of [...wrong, 1, {}]) {
      expect(problemsWith({ [field]: value })).toEqual([
        {
          path: `pages[1].${field}`,
          message: expect.stringMatching(/^must be (an ISO 8601 timestamp|a string, not .+)$/),
        },
      ]);
    }
  });

  it.each([
    "2026-06-01T08:00:00,5Z",
    "2026-06-01T10:00:00+02",
    "2026-06-01T10:00:00+99:99",
    "2026-06-01T10:00:00+24:00",
  ])("has no timestamp that does not denote an instant, such as %s", (updatedAt) => {
    expect(problemsWith({ updatedAt })).toEqual([
      { path: "pages[1].updatedAt", message: "must be an ISO 8601 timestamp" },
    ]);
  });

  it.each(timestamps)("has null for %s only if that is allowed", (field) => {
    expect(problemsWith({ [field]: null })).toEqual(
      field === "lastReferencedAt" ? [] : [{ path: `pages[1].${field}`, message: "must be a string, not null" }],
    );
  });

  it.each(
    [
      null,
      "x",
      {},
      ["1"],
      [1, null],
      [Number.NaN],
      [1, Number.POSITIVE_INFINITY],
      Object.assign([], { length: 1 }),
    ].map((embedding) => ({
      embedding,
    })),
  )("has no embedding $embedding", ({ embedding }) => {
    expect(problemsWith({ embedding })).toEqual([
      { path: "pages[1].embedding", message: "must be an array of finite numbers" },
    ]);
  });

  it.each([0, 1, 4096])("has an embedding of any length, such as %i", (length) => {
    expect(problemsWith({ embedding: Array.from({ length }, (_, index) => index / 3) })).toEqual([]);
  });
});
