import { createReferenceServer } from "@knowledge-base/server";
import { apiKey, binding, brain, channel, installation, organization, page } from "@knowledge-base/server/factories";
import { describe, expect, it } from "vitest";
import { send } from "../send.ts";

const defaultTime = "2026-01-01T00:00:00.000Z";

describe("a factory without overrides", () => {
  it("returns a complete record that refers to those of the other factories", () => {
    const state = {
      version: 1,
      organizations: [organization()],
      apiKeys: [apiKey()],
      brains: [brain()],
      pages: [page()],
      installations: [installation()],
      channels: [channel()],
      bindings: [binding()],
    } as const;
    expect(createReferenceServer({ seed: state }).snapshot()).toStrictEqual(state);
    expect(state).toStrictEqual({
      version: 1,
      organizations: [{ id: "organization", name: "Organization" }],
      apiKeys: [{ key: "kb_organization", organizationId: "organization", role: "admin" }],
      brains: [{ id: "brain", organizationId: "organization", name: "Brain" }],
      pages: [
        {
          id: "page_brain_page",
          tenantId: "organization",
          subjectId: "brain",
          brainId: "brain",
          source: null,
          pageType: "topic",
          bucket: "inbox",
          bucketSource: "auto",
          slug: "page",
          title: "Page",
          summary: "Page",
          body: "Page",
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
      installations: [
        {
          id: "installation",
          organizationId: "organization",
          teamId: "team_installation",
          teamName: "Workspace",
        },
      ],
      channels: [
        {
          installationId: "installation",
          id: "channel_general",
          name: "general",
          isPrivate: false,
          isMember: false,
        },
      ],
      bindings: [
        {
          id: "binding_brain_installation_channel_general",
          brainId: "brain",
          installationId: "installation",
          teamId: "team_installation",
          channelId: "channel_general",
          channelName: null,
          status: "active",
          notifyBriefs: true,
          notifyConnections: true,
          notifyChanges: true,
          createdAt: defaultTime,
        },
      ],
    });
  });

  it("returns equal records each time, which share nothing", () => {
    for (const create of [organization, apiKey, brain, page, installation, channel, binding]) {
      expect(create()).toStrictEqual(create());
      expect(create()).not.toBe(create());
    }
    const [one, other] = [page({ sources: [{ ingestSourceId: "i" }] }), page({ sources: [{ ingestSourceId: "i" }] })];
    for (const field of ["entities", "sources", "backlinks", "embedding"] as const) {
      expect(one[field]).not.toBe(other[field]);
    }
    expect(one.sources[0]?.chunkUuids).not.toBe(other.sources[0]?.chunkUuids);
  });
});

describe("a factory with overrides", () => {
  it("derives ids and slugs from names and titles", () => {
    expect(organization({ name: "Harbour Line" }).id).toBe("organization_harbour-line");
    expect(brain({ name: "Operations" }).id).toBe("brain_operations");
    expect(installation({ teamName: "Harbour Line" })).toMatchObject({
      id: "installation_harbour-line",
      teamId: "team_installation_harbour-line",
    });
    expect(channel({ name: "bridge" }).id).toBe("channel_bridge");
    expect(page({ title: "Tide table", brainId: "b" })).toMatchObject({ slug: "tide-table", id: "page_b_tide-table" });
    expect(page({ slug: "tides", brainId: "b" })).toMatchObject({ title: "Page", id: "page_b_tides" });
    expect(apiKey({ organizationId: "org_a" }).key).toBe("kb_org_a");
    expect(binding({ brainId: "b", installationId: "i", channelId: "c" })).toMatchObject({
      id: "binding_b_i_c",
      teamId: "team_i",
    });
  });

  it("treats an empty name like none, and undefined like a field that is left out", () => {
    expect(organization({ name: "" })).toStrictEqual({ id: "organization", name: "" });
    expect(page({ title: undefined, brainId: undefined, embedding: undefined })).toStrictEqual(page());
    expect(organization({ redirectUrl: undefined })).toStrictEqual(organization());
  });

  it("uses what it is given", () => {
    const given = {
      id: "page_1",
      tenantId: "tenant_1",
      subjectId: "subject_1",
      brainId: "brain_1",
      source: { channel: "agent", ref: "r", label: null },
      pageType: "decision",
      bucket: "ideas",
      bucketSource: "auto",
      slug: "one",
      title: "One",
      summary: "First.",
      body: "[[two]]",
      entities: ["Moon"],
      sources: [{ ingestSourceId: "i", chunkUuids: ["c"], attachedAt: "2026-02-01T00:00:00Z" }],
      backlinks: ["three"],
      embedding: [0.5],
      version: 7,
      pinned: true,
      archived: true,
      status: "archived",
      statusBeforeArchive: "stale",
      lastCompiledAt: "2026-02-02T00:00:00Z",
      lastReferencedAt: "2026-02-03T00:00:00Z",
      createdAt: "2026-02-04T00:00:00Z",
      updatedAt: "2026-02-05T00:00:00Z",
    } as const;
    expect(page(given)).toStrictEqual(given);
    expect(organization({ redirectUrl: "https://app.example" }).redirectUrl).toBe("https://app.example");
    expect(binding({ channelName: "bridge", teamId: "T" })).toMatchObject({ channelName: "bridge", teamId: "T" });
  });

  it("accepts a Date for each time", () => {
    const date = new Date("2026-03-02T08:15:00Z");
    const text = "2026-03-02T08:15:00.000Z";
    const times = { createdAt: date, updatedAt: date, lastCompiledAt: date, lastReferencedAt: date };
    expect(page({ ...times, sources: [{ ingestSourceId: "i", attachedAt: date }] })).toMatchObject({
      createdAt: text,
      updatedAt: text,
      lastCompiledAt: text,
      lastReferencedAt: text,
      sources: [{ ingestSourceId: "i", chunkUuids: [], attachedAt: text }],
    });
    expect(binding({ createdAt: date }).createdAt).toBe(text);
  });

  it("does not change what it is given", () => {
    const overrides = Object.freeze({
      title: "Tides",
      sources: Object.freeze([Object.freeze({ ingestSourceId: "i" })]),
    });
    page(overrides);
    expect(overrides).toStrictEqual({ title: "Tides", sources: [{ ingestSourceId: "i" }] });
  });

  it("makes pages that the service returns", async () => {
    const seed = {
      version: 1,
      organizations: [organization()],
      apiKeys: [apiKey()],
      brains: [brain()],
      pages: [page({ title: "Tide table", pinned: true }), page({ title: "Old", status: "archived" })],
    } as const;
    const server = createReferenceServer({ seed });
    expect(await send(server, "GET /v1/brains/brain/index")).toMatchObject({
      status: 200,
      body: [{ slug: "tide-table", title: "Tide table", pinned: true }],
    });
  });

  it("makes records that the controls accept", () => {
    const server = createReferenceServer();
    const { control } = server;
    control.organizations.create(organization());
    const { key, ...rest } = apiKey({ key: "kb_pier" });
    expect(control.apiKeys.create({ apiKey: key, ...rest })).toStrictEqual({ key, ...rest });
    expect(control.brains.create(brain())).toStrictEqual(brain());
    expect(control.pages.create(page())).toStrictEqual(page());
    expect(control.installations.create(installation())).toStrictEqual(installation());
    expect(control.channels.create(channel())).toStrictEqual(channel());
    expect(control.bindings.create(binding())).toStrictEqual(binding());
  });
});
