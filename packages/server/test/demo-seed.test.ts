import { createReferenceServer, type StoredPage } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { buckets, pageStatuses, pageTypes } from "@knowledge-base/types";
import { bucketSources } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import { send } from "./helpers/send.ts";

const { snapshot } = createReferenceServer({ seed: demoSeed() });
const { organizations, apiKeys, brains, pages, installations, channels, bindings } = snapshot();
const [harbour, alder] = ["org_harbour_line", "org_alder_street"];
const [operations, guests, recipes] = ["brain_operations", "brain_guest_services", "brain_recipes"];

describe("the demo seed", () => {
  it("is a complete state, also as JSON, and equal each time", () => {
    expect(snapshot()).toStrictEqual(demoSeed());
    expect(JSON.parse(JSON.stringify(demoSeed()))).toStrictEqual(demoSeed());
  });

  it("shares no object with the one before, so that each may be changed", () => {
    const objectsIn = (value: unknown): object[] =>
      typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
    const first = new Set(objectsIn(demoSeed()));
    expect(objectsIn(demoSeed()).filter((object) => first.has(object))).toEqual([]);
  });

  // biome-ignore format: one record a line
  it("has the records that documents and tests name", () => {
    const rows = (records: readonly object[], ...fields: string[]) => records.map((record) => fields.map((field) => Reflect.get(record, field)).join(" "));
    expect(rows(organizations, "id", "name")).toEqual([`${harbour} Harbour Line Ferries`, `${alder} Alder Street Bakery`]);
    expect(rows(apiKeys, "key", "organizationId", "role")).toEqual([`kb_demo_harbour_line ${harbour} admin`, `kb_demo_alder_street ${alder} admin`]);
    expect(rows(brains, "id", "organizationId", "name")).toEqual([`${operations} ${harbour} Operations`, `${guests} ${harbour} Guest services`, `${recipes} ${alder} Recipes`]);
    expect(rows(installations, "id", "organizationId", "teamId")).toEqual([`installation_harbour_line ${harbour} T0HARBOUR`, `installation_alder_street ${alder} T0ALDER`]);
    expect(rows(bindings, "id", "brainId", "installationId", "channelId", "channelName", "status", "notifyBriefs", "notifyConnections", "notifyChanges")).toEqual([
      `binding_bridge ${operations} installation_harbour_line C01BRIDGE bridge active true false true`,
      `binding_yard ${operations} installation_harbour_line C02YARD yard disabled true true true`,
      `binding_ticket_office ${guests} installation_harbour_line C03TICKETS ticket-office active false true true`,
      `binding_bakehouse ${recipes} installation_alder_street C01BAKEHOUSE bakehouse active true true true`,
    ]);
    for (const { channelId, channelName } of bindings) {
      expect(channels).toContainEqual(expect.objectContaining({ id: channelId, name: channelName, isMember: true }));
    }
  });

  // biome-ignore format: one row a line
  it.each([[operations, "kb_demo_harbour_line", 34, 30], [guests, "kb_demo_harbour_line", 3, 3], [recipes, "kb_demo_alder_street", 4, 4]] as const)(
    "has %s, which %s reads: %i pages, of which the index shows %i", async (brainId, key, count, shown) => {
    const server = createReferenceServer({ seed: demoSeed() });
    expect(pages.filter((page) => page.brainId === brainId)).toHaveLength(count);
    expect((await send(server, `GET /v1/brains/${brainId}/index`, { key })).body).toHaveLength(shown);
  });
});

describe("the pages of the demo seed", () => {
  // biome-ignore format: one row a line
  it.each<[field: keyof StoredPage, values: readonly unknown[]]>([
    ["pageType", pageTypes], ["bucket", buckets], ["bucketSource", bucketSources], ["status", pageStatuses], ["pinned", [false, true]], ["archived", [false, true]],
  ])("have every %s of the specification", (field, values) => {
    expect(new Set(pages.map((page) => page[field]))).toEqual(new Set(values));
  });

  it("link to the pages of their brain that the body names", () => {
    for (const { brainId, slug, body, backlinks } of pages) {
      const named = Array.from(body.matchAll(/\[\[([^\]|]+)(?:\|[^\]]+)?\]\]/g), ([, link]) => link);
      expect(backlinks, slug).toEqual([...new Set(named)]);
      const slugs = pages.filter((page) => page.brainId === brainId).map((page) => page.slug);
      expect(slugs, slug).toEqual(expect.arrayContaining([...backlinks]));
    }
    expect(pages.filter(({ backlinks }) => backlinks.length > 0).length).toBeGreaterThan(30);
  });

  it("have embeddings of 1,536 numbers and the length 1, which are closer to those of linked pages", () => {
    const dot = (left: StoredPage, right: StoredPage) =>
      left.embedding.reduce((sum, value, index) => sum + value * (right.embedding[index] ?? Number.NaN), 0);
    const mean = (isPair: (left: StoredPage, right: StoredPage) => boolean) => {
      const products = pages.flatMap((left) =>
        pages.flatMap((right) => (isPair(left, right) ? [dot(left, right)] : [])),
      );
      return products.reduce((sum, value) => sum + value, 0) / products.length;
    };
    for (const { slug, embedding } of pages) {
      expect(embedding, slug).toHaveLength(1536);
      expect(Math.hypot(...embedding), slug).toBeCloseTo(1, 4);
    }
    const linked = mean((left, right) => left.brainId === right.brainId && left.backlinks.includes(right.slug));
    expect(linked).toBeGreaterThan(mean((left, right) => left.tenantId !== right.tenantId) + 0.05);
  });

  it("have owners, ids, sources and times that fit together", () => {
    const uuids = pages.flatMap(({ sources }) => sources.flatMap(({ chunkUuids }) => chunkUuids));
    expect(new Set(uuids).size).toBe(uuids.length);
    for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    for (const page of pages) {
      const owner = page.brainId === recipes ? alder : harbour;
      expect(page).toMatchObject({
        id: `page_${page.slug.replaceAll("-", "_")}`,
        tenantId: owner?.replace("org", "tenant"),
        subjectId: page.brainId.replace("brain", "subject"),
        lastCompiledAt: page.updatedAt,
        archived: page.status === "archived",
      });
      expect(page.statusBeforeArchive, page.slug).toBe(page.archived ? "active" : undefined);
      const created = Date.parse(page.createdAt);
      expect(created, page.slug).toBeLessThanOrEqual(Date.parse(page.updatedAt));
      expect(created, page.slug).toBeLessThanOrEqual(Date.parse(page.lastReferencedAt ?? page.updatedAt));
    }
  });
});
