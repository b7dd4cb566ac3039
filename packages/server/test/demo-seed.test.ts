import { createReferenceServer, type StoredBinding, type StoredPage } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { buckets, pageStatuses, pageTypes } from "@knowledge-base/types";
import { bucketSources } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import { send } from "./send.ts";

const pages = demoSeed().pages ?? [];
const pageOf = (slug: string) => pages.find((page) => page.slug === slug);

describe("the demo seed", () => {
  it("is a valid state, and equals the snapshot of a server with this seed", () => {
    expect(createReferenceServer({ seed: demoSeed() }).snapshot()).toStrictEqual(demoSeed());
  });

  it("is the same after serialization as JSON", () => {
    expect(JSON.parse(JSON.stringify(demoSeed()))).toStrictEqual(demoSeed());
  });

  it("has two organizations with a key each, and three brains", () => {
    const { organizations, apiKeys, brains } = demoSeed();
    expect({ organizations, apiKeys, brains }).toStrictEqual({
      organizations: [
        { id: "org_harbour_line", name: "Harbour Line Ferries" },
        { id: "org_alder_street", name: "Alder Street Bakery" },
      ],
      apiKeys: [
        { key: "kb_demo_harbour_line", organizationId: "org_harbour_line", role: "admin" },
        { key: "kb_demo_alder_street", organizationId: "org_alder_street", role: "admin" },
      ],
      brains: [
        { id: "brain_operations", organizationId: "org_harbour_line", name: "Operations" },
        { id: "brain_guest_services", organizationId: "org_harbour_line", name: "Guest services" },
        { id: "brain_recipes", organizationId: "org_alder_street", name: "Recipes" },
      ],
    });
  });

  it("has an installation with channels for each organization", () => {
    const { installations, channels } = demoSeed();
    expect(installations).toStrictEqual([
      {
        id: "installation_harbour_line",
        organizationId: "org_harbour_line",
        teamId: "T0HARBOUR",
        teamName: "Harbour Line",
      },
      {
        id: "installation_alder_street",
        organizationId: "org_alder_street",
        teamId: "T0ALDER",
        teamName: "Alder Street",
      },
    ]);
    expect(channels.map((channel) => Object.values(channel))).toStrictEqual([
      ["installation_harbour_line", "C01BRIDGE", "bridge", false, true],
      ["installation_harbour_line", "C02YARD", "yard", false, true],
      ["installation_harbour_line", "C03TICKETS", "ticket-office", false, true],
      ["installation_harbour_line", "C04WEATHER", "weather-watch", false, false],
      ["installation_harbour_line", "G05BOARD", "board", true, true],
      ["installation_alder_street", "C01BAKEHOUSE", "bakehouse", false, true],
      ["installation_alder_street", "C02SHOP", "shop", false, false],
    ]);
  });

  it("has four bindings, one of them disabled, two of them with a flag that is off", () => {
    const createdAt = "2026-03-02T09:30:00.000Z";
    const harbour = { installationId: "installation_harbour_line", teamId: "T0HARBOUR", createdAt };
    const alder = { installationId: "installation_alder_street", teamId: "T0ALDER", createdAt };
    const { bindings, channels } = demoSeed();
    const originOf = ({ installationId, teamId, createdAt }: StoredBinding) => ({ installationId, teamId, createdAt });
    expect(bindings.map(originOf)).toStrictEqual([harbour, harbour, harbour, alder]);
    expect(bindings.map(({ id, brainId, channelId }) => [id, brainId, channelId])).toStrictEqual([
      ["binding_bridge", "brain_operations", "C01BRIDGE"],
      ["binding_yard", "brain_operations", "C02YARD"],
      ["binding_ticket_office", "brain_guest_services", "C03TICKETS"],
      ["binding_bakehouse", "brain_recipes", "C01BAKEHOUSE"],
    ]);
    expect(
      bindings.map((binding) => [
        binding.status,
        binding.notifyBriefs,
        binding.notifyConnections,
        binding.notifyChanges,
        binding.channelName,
      ]),
    ).toStrictEqual([
      ["active", true, false, true, "bridge"],
      ["disabled", true, true, true, "yard"],
      ["active", false, true, true, "ticket-office"],
      ["active", true, true, true, "bakehouse"],
    ]);
    for (const { channelId, channelName } of bindings) {
      expect(channels.find(({ id }) => id === channelId)).toMatchObject({ name: channelName, isMember: true });
    }
  });

  it.each([
    { key: "kb_demo_harbour_line", brainId: "brain_operations", shown: 30 },
    { key: "kb_demo_harbour_line", brainId: "brain_guest_services", shown: 3 },
    { key: "kb_demo_alder_street", brainId: "brain_recipes", shown: 4 },
  ])("shows $shown pages of $brainId in its index", async ({ key, brainId, shown }) => {
    const server = createReferenceServer({ seed: demoSeed() });
    const { status, body } = await send(server, `GET /v1/brains/${brainId}/index`, { key });
    expect(status).toBe(200);
    expect(body).toHaveLength(shown);
  });

  it("is equal each time", () => {
    expect(demoSeed()).toStrictEqual(demoSeed());
  });

  it("shares no object with the one before, so that each may be changed", () => {
    const first = new Set(objectsIn(demoSeed()));
    expect(objectsIn(demoSeed()).filter((object) => first.has(object))).toEqual([]);
  });

  it("is not changed by changes to the one before", () => {
    const unchanged = JSON.stringify(demoSeed());
    for (const object of objectsIn(demoSeed())) {
      if (Array.isArray(object)) object.fill(0);
      else for (const name of Object.keys(object)) Reflect.set(object, name, null);
    }
    expect(JSON.stringify(demoSeed())).toBe(unchanged);
  });
});

describe("the pages of the demo seed", () => {
  it("are 34, 3 and 4 of three brains", () => {
    const brains = ["brain_operations", "brain_guest_services", "brain_recipes"];
    expect(brains.map((id) => pages.filter(({ brainId }) => brainId === id).length)).toEqual([34, 3, 4]);
    expect(pages).toHaveLength(41);
  });

  it("have the tenant of their organization, the subject of their brain and ids of their own", () => {
    const owners = pages.map(({ brainId, tenantId, subjectId }) => `${brainId} ${tenantId} ${subjectId}`);
    expect(new Set(owners)).toEqual(
      new Set([
        "brain_operations tenant_harbour_line subject_operations",
        "brain_guest_services tenant_harbour_line subject_guest_services",
        "brain_recipes tenant_alder_street subject_recipes",
      ]),
    );
    expect(pages.map(({ id }) => id)).toEqual(pages.map(({ slug }) => `page_${slug.replaceAll("-", "_")}`));
  });

  it.each<{ field: keyof StoredPage; values: readonly unknown[] }>([
    { field: "pageType", values: pageTypes },
    { field: "bucket", values: buckets },
    { field: "bucketSource", values: bucketSources },
    { field: "status", values: pageStatuses },
    { field: "pinned", values: [false, true] },
    { field: "archived", values: [false, true] },
  ])("have every $field of the specification", ({ field, values }) => {
    expect(new Set(pages.map((page) => page[field]))).toEqual(new Set(values));
  });

  it("link to pages of their brain, each one that the body names and no other", () => {
    for (const { brainId, slug, body, backlinks } of pages) {
      const named = [...body.matchAll(/\[\[([^\]|]+)(?:\|[^\]]+)?\]\]/g)].map(([, link]) => link);
      expect(backlinks, slug).toEqual([...new Set(named)]);
      for (const link of backlinks) {
        expect(
          pages.some((page) => page.brainId === brainId && page.slug === link),
          `${slug} links to ${link}`,
        ).toBe(true);
      }
    }
    expect(pages.filter(({ backlinks }) => backlinks.length > 0).length).toBeGreaterThan(30);
  });

  it("have embeddings of 1,536 finite numbers and the length 1", () => {
    for (const { slug, embedding } of pages) {
      expect(embedding, slug).toHaveLength(1536);
      expect(embedding.every(Number.isFinite), slug).toBe(true);
      expect(Math.hypot(...embedding), slug).toBeCloseTo(1, 4);
    }
  });

  it("have embeddings that are closer to those of linked pages than to those of another organization", () => {
    const linked = pages.flatMap((page) =>
      page.backlinks.map((slug) =>
        dot(
          page,
          pages.find((other) => other.brainId === page.brainId && other.slug === slug),
        ),
      ),
    );
    const foreign = pages.flatMap((page) =>
      pages.filter((other) => other.tenantId !== page.tenantId).map((other) => dot(page, other)),
    );
    expect(mean(linked)).toBeGreaterThan(mean(foreign) + 0.05);
  });

  it("have sources with two chunks each, all of them with a UUID of their own", () => {
    const chunks = pages.flatMap(({ sources }) => sources.flatMap(({ chunkUuids }) => chunkUuids));
    expect(pages.every(({ sources }) => sources.every(({ chunkUuids }) => chunkUuids.length === 2))).toBe(true);
    expect(new Set(chunks).size).toBe(chunks.length);
    for (const uuid of chunks) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  });

  it("are created, updated and read in this order", () => {
    for (const { slug, createdAt, updatedAt, lastCompiledAt, lastReferencedAt } of pages) {
      expect(Date.parse(createdAt), slug).toBeLessThanOrEqual(Date.parse(updatedAt));
      expect(lastCompiledAt, slug).toBe(updatedAt);
      if (lastReferencedAt !== null)
        expect(Date.parse(createdAt), slug).toBeLessThanOrEqual(Date.parse(lastReferencedAt));
    }
  });

  it("are derived for fields that are not written down", () => {
    const { title, summary, body, entities, backlinks, embedding, sources, ...rest } =
      pageOf("charging-arm-procedure") ?? {};
    expect(rest).toStrictEqual({
      id: "page_charging_arm_procedure",
      tenantId: "tenant_harbour_line",
      subjectId: "subject_operations",
      brainId: "brain_operations",
      source: null,
      pageType: "topic",
      bucket: "notes",
      bucketSource: "user",
      slug: "charging-arm-procedure",
      version: 9,
      pinned: true,
      archived: false,
      status: "active",
      lastCompiledAt: "2026-05-28T08:30:00.000Z",
      lastReferencedAt: "2026-06-26T04:55:12.000Z",
      createdAt: "2026-02-26T11:00:00.000Z",
      updatedAt: "2026-05-28T08:30:00.000Z",
    });
    expect(sources?.map(({ ingestSourceId, attachedAt }) => ({ ingestSourceId, attachedAt }))).toStrictEqual([
      { ingestSourceId: "ingest_charging_trial", attachedAt: "2026-02-26T11:00:00.000Z" },
      { ingestSourceId: "ingest_skippers_round_table", attachedAt: "2026-02-26T11:00:00.000Z" },
    ]);
  });

  it("have defaults for all fields that are not written down", () => {
    expect(pageOf("brief-2026-06-02")).toMatchObject({
      source: { channel: "agent", ref: "agent_brief", label: "Brief agent" },
      bucketSource: "auto",
      version: 1,
      pinned: false,
      status: "active",
    });
  });

  it("keep the former status of archived ones", () => {
    for (const { archived, status, statusBeforeArchive } of pages) {
      expect({ archived, statusBeforeArchive }).toEqual(
        status === "archived" ? { archived: true, statusBeforeArchive: "active" } : { archived: false },
      );
    }
  });
});

/** An object and all nested objects. */
function objectsIn(value: unknown): object[] {
  return typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

function dot(left: StoredPage, right: StoredPage | undefined): number {
  return left.embedding.reduce((sum, value, index) => sum + value * (right?.embedding[index] ?? Number.NaN), 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
