import { describe, expect, it } from "vitest";
import type { CreatePageInput } from "../../src/control/page-content.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";
import { indexSlugs } from "./index-slugs.ts";

const brainId = "brain_tides";
const short = { brainId, title: "Neap tide", body: "The water is lazy." };

/** A page that is created in a server of its own. */
function create(input: Partial<CreatePageInput>) {
  return openServer().control.pages.create({ ...short, ...input });
}

describe("creating a page", () => {
  it("accepts null for no source", () => {
    expect(create({ source: null }).source).toBeNull();
  });

  it("owns the page by the organization of its brain", () => {
    expect(create({ brainId: "brain_south" })).toMatchObject({ tenantId: "org_south", subjectId: "brain_south" });
  });

  it("counts a given bucket as set by a user by default", () => {
    expect(create({ bucket: "inbox" })).toMatchObject({ bucket: "inbox", bucketSource: "user" });
    expect(create({ bucket: "notes", bucketSource: "auto" })).toMatchObject({ bucket: "notes", bucketSource: "auto" });
    expect(create({ bucketSource: "user" })).toMatchObject({ bucket: "inbox", bucketSource: "user" });
  });

  it("attaches sources now, without chunks, by default", () => {
    expect(
      create({ sources: [{ ingestSourceId: "a" }, { ingestSourceId: "b", chunkUuids: ["c"] }] }).sources,
    ).toStrictEqual([
      { ingestSourceId: "a", chunkUuids: [], attachedAt: frozenTime },
      { ingestSourceId: "b", chunkUuids: ["c"], attachedAt: frozenTime },
    ]);
  });

  it("follows the clock of its organization", () => {
    const server = openServer();
    server.organization("org_north").clock.freeze("2030-01-01T00:00:00Z");
    const at = "2030-01-01T00:00:00.000Z";
    expect(server.control.pages.create(short)).toMatchObject({ createdAt: at, updatedAt: at, lastCompiledAt: at });
    expect(server.control.pages.create({ ...short, brainId: "brain_south" })).toMatchObject({ createdAt: frozenTime });
  });

  it("shows it in the index, and can archive it there", async () => {
    const server = openServer();
    const page = server.control.pages.create({ ...short, pinned: true, summary: "Lazy." });
    expect(await send(server, `GET /v1/brains/${brainId}/index?limit=1`)).toStrictEqual({
      status: 200,
      body: [
        { slug: "neap-tide", title: "Neap tide", summary: "Lazy.", pageType: "topic", pinned: true, status: "active" },
      ],
    });
    expect(await send(server, `POST /v1/brains/${brainId}/pages/neap-tide/archive`)).toStrictEqual({
      status: 201,
      body: { ...page, archived: true, status: "archived" },
    });
  });

  it("keeps pages that were never read behind those that were", async () => {
    const server = openServer();
    server.control.pages.create(short);
    expect(await indexSlugs(server, brainId)).toEqual(["spring-tide", "neap-tide"]);
  });

  it("sends no notification: a new page is not a change", () => {
    const server = openServer();
    server.control.pages.create(short);
    expect(server.deliveries.list()).toEqual([]);
  });

  it("rejects a slug that is taken in its brain, even by a hidden page", async () => {
    const server = openServer();
    await send(server, `POST /v1/brains/${brainId}/pages/spring-tide/archive`);
    expect(captureRejection(server, () => server.control.pages.create({ ...short, slug: "spring-tide" }))).toEqual({
      code: "invalid_input",
      message: "Failed to create a page: slug is already used in the brain: change the slug of one of the pages.",
      problems: [{ path: "slug", message: "is already used in the brain: change the slug of one of the pages" }],
    });
    expect(server.control.pages.create({ ...short, brainId: "brain_ropes", slug: "spring-tide" }).slug).toBe(
      "spring-tide",
    );
  });

  it("reports all problems at once, each with its path", () => {
    const server = openServer();
    const input = {
      ...short,
      title: " \t\n",
      body: "",
      source: { channel: 5, colour: "red" },
      sources: [
        { ingestSourceId: "" },
        { ingestSourceId: "a", chunkUuids: ["b", 7], attachedAt: "2026-02-30T00:00:00Z" },
      ],
      embedding: [1, Number.NaN],
      entities: "Moon",
      bucket: "attic",
      pinned: "yes",
      version: 7.5,
      colour: "red",
    };
    const { code, message, problems } = captureRejection(server, () => server.control.pages.create(input as never));
    expect(code).toBe("invalid_input");
    expect(problems).toEqual(
      expect.arrayContaining([
        { path: "title", message: "must not be empty" },
        { path: "body", message: "must not be empty" },
        { path: "source.channel", message: "must be a string, not 5" },
        { path: "source", message: "has unknown fields: colour; the fields are channel, ref, label" },
        { path: "sources[0].ingestSourceId", message: "must not be empty" },
        { path: "sources[1].chunkUuids[1]", message: "must be a string, not 7" },
        { path: "sources[1].attachedAt", message: "must be an ISO 8601 timestamp or a Date" },
        { path: "embedding", message: "must be an array of finite numbers" },
        { path: "entities", message: "must be an array, not a string" },
        { path: "bucket", message: "must be one of inbox, notes, ideas, projects" },
        { path: "pinned", message: "must be a boolean, not a string" },
        { path: "version", message: "must be a whole number, not 7.5" },
        { path: "", message: expect.stringMatching(/^has unknown fields: colour; the fields are id, tenantId, /) },
      ]),
    );
    expect(problems).toHaveLength(13);
    for (const { path, message: text } of problems) expect(message).toContain(`${path || "the input"} ${text}`);
  });

  it.each([new Float64Array([1]), [1, "2"], [1n], [null], [[1]], [Number.POSITIVE_INFINITY], Array(2), "12", { 0: 1 }])(
    "rejects an embedding that is not an array of finite numbers (%#)",
    (embedding) => {
      const server = openServer();
      expect(
        captureRejection(server, () => server.control.pages.create({ ...short, embedding } as never)).problems,
      ).toEqual([{ path: "embedding", message: "must be an array of finite numbers" }]);
    },
  );

  it("keeps an embedding of any length as it is", async () => {
    const server = openServer();
    const embedding = Array.from({ length: 5000 }, (_, index) => Math.sin(index));
    expect(server.control.pages.create({ ...short, slug: "large", embedding }).embedding).toStrictEqual(embedding);
    const { body } = await send(server, `POST /v1/brains/${brainId}/pages/large/archive`);
    expect(body).toMatchObject({ embedding });
  });

  it("accepts a body of a million characters", () => {
    const body = `[[a]] ${"\u00e4 b\n".repeat(250_000)} [[z]]`;
    expect(create({ body })).toMatchObject({ body, backlinks: ["a", "z"] });
  });
});
