import type { Page } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";

const index = "GET /v1/brains/brain_tides/index";
const archive = "POST /v1/brains/brain_tides/pages/spring-tide/archive";

describe("a control among requests", () => {
  it("takes effect between two requests that are sent at once", async () => {
    const server = openServer();
    const first = send(server, index);
    server.control.apiKeys.revoke({ apiKey: server.apiKey });
    const second = send(server, index);
    expect((await second).status).toBe(401);
    expect([200, 401]).toContain((await first).status);
  });

  it("is in the response to a request that is delayed meanwhile", async () => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 20 });
    const late = send(server, archive);
    const { version } = server.control.pages.edit({ brainId: "brain_tides", slug: "spring-tide", title: "Newer" });
    expect((await late).body as Page).toMatchObject({ title: "Newer", version, archived: true });
  });

  it("replaces an organization, which a request that was delayed does not change", async () => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 20 });
    const late = send(server, archive);
    const state = server.organization("org_north").snapshot();
    server.control.organizations.delete({ organizationId: "org_north" });
    server.seed(state);
    await late;
    expect(recordsOf(server.organization("org_north"))).toStrictEqual(state);
  });

  it("gives each of many new pages an id and a slug of its own", async () => {
    const server = openServer();
    const create = async () => {
      await send(server, index);
      return server.control.pages.create({ brainId: "brain_tides", title: "Same", body: "B" }).slug;
    };
    const slugs = await Promise.all(Array.from({ length: 50 }, create));
    expect(new Set(slugs)).toEqual(new Set(["same", ...Array.from({ length: 49 }, (_, place) => `same-${place + 2}`)]));
    expect(new Set(server.snapshot().pages.map(({ id }) => id)).size).toBe(buildState().pages.length + 50);
  });
});

describe("the clock at the end of the year 9999", () => {
  it("stops, so that every snapshot is a seed", () => {
    let nowMs = Date.parse("2026-07-01T12:00:00Z");
    const server = openServer({ clock: { now: () => nowMs } });
    server.clock.set("9999-12-31T23:59:59.999Z");
    nowMs += 1;
    const sources = [{ ingestSourceId: "late", attachedAt: "9999-12-31T23:59:59-01:00" }];
    server.control.pages.compile({ brainId: "brain_tides", slug: "spring-tide", sources });
    expect(() => openServer({ seed: server.snapshot() })).not.toThrow();
  });
});
