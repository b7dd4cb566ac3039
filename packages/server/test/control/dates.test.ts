import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";

const date = new Date("2026-03-02T08:15:00.250Z");
const text = "2026-03-02T08:15:00.250Z";
const brainId = "brain_tides";
const slug = "spring-tide";

/** A server with its own controls, and with those of a connection, which sends JSON. */
async function open(isConnected: boolean) {
  const server = openServer();
  return isConnected ? connect(server.baseUrl, { fetch: withControl(server) }) : server;
}

describe.each([
  { where: "in the same process", isConnected: false },
  { where: "over a connection", isConnected: true },
])("a Date $where", ({ isConnected }) => {
  it("sets and freezes the clock", async () => {
    const { clock, organization } = await open(isConnected);
    expect(await clock.freeze(date)).toBe(text);
    expect(await clock.now()).toBe(date.getTime());
    expect(await clock.set(new Date(0))).toBe("1970-01-01T00:00:00.000Z");
    expect(await organization("org_north").clock.freeze(date)).toBe(text);
  });

  it("is the time of a page, of a source and of a binding", async () => {
    const { control } = await open(isConnected);
    const page = await control.pages.create({
      brainId,
      title: "Neap tide",
      status: "contested",
      version: 4,
      createdAt: date,
      updatedAt: date,
      lastCompiledAt: date,
      lastReferencedAt: date,
      sources: [{ ingestSourceId: "i", attachedAt: date }],
    });
    expect(page).toMatchObject({
      status: "contested",
      version: 4,
      createdAt: text,
      updatedAt: text,
      lastCompiledAt: text,
      lastReferencedAt: text,
      sources: [{ ingestSourceId: "i", chunkUuids: [], attachedAt: text }],
    });
    const compiled = await control.pages.compile({
      brainId,
      slug,
      sources: [{ ingestSourceId: "j", attachedAt: date }],
    });
    expect(compiled.sources.at(-1)).toEqual({ ingestSourceId: "j", chunkUuids: [], attachedAt: text });
    const binding = { brainId, installationId: "installation_pier", channelId: "C_PIER", createdAt: date };
    expect(await control.bindings.create(binding)).toMatchObject({ createdAt: text });
  });

  it("is a time of a state", async () => {
    const server = await open(isConnected);
    await server.seed({ version: 1, pages: [{ brainId, title: "Neap tide", updatedAt: date }] });
    expect(await server.control.pages.get({ brainId, slug: "neap-tide" })).toMatchObject({
      createdAt: text,
      updatedAt: text,
    });
  });
});

describe("a page that is created with times", () => {
  it("has no time before those that are given", () => {
    const { control } = openServer();
    const createdAt = "2020-01-01T00:00:00Z";
    expect(control.pages.create({ brainId, title: "T", createdAt })).toMatchObject({
      createdAt,
      updatedAt: createdAt,
      lastCompiledAt: createdAt,
      lastReferencedAt: null,
    });
  });

  it("keeps the rules for the status of a page", () => {
    const { control } = openServer();
    expect(control.pages.create({ brainId, title: "T", archived: true })).toMatchObject({ status: "archived" });
    expect(() => control.pages.create({ brainId, title: "U", archived: true, status: "active" })).toThrow(
      "Failed to create a page: status must be archived if and only if archived is true.",
    );
    expect(() => control.pages.create({ brainId, title: "U", pinned: true, status: "deprecated" })).toThrow(
      "Failed to create a page: status must not be deprecated on a pinned page.",
    );
    const archived = { brainId, title: "V", archived: true, statusBeforeArchive: "stale" } as const;
    const { slug: archivedSlug } = control.pages.create(archived);
    expect(control.pages.restore({ brainId, slug: archivedSlug })).toMatchObject({ status: "stale" });
  });
});
