import type { Page } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { indexSlugs } from "./index-slugs.ts";

const brainId = "brain_tides";
const address = { brainId, slug: "spring-tide" };
const archive = `POST /v1/brains/${brainId}/pages/spring-tide/archive`;

describe("control calls among requests", () => {
  it("takes effect between two requests that are sent at once", async () => {
    const server = openServer();
    const index = () => send(server, `GET /v1/brains/${brainId}/index`);
    const first = index();
    server.control.apiKeys.revoke({ apiKey: server.apiKey });
    const second = index();
    expect((await second).status).toBe(401);
    expect([200, 401]).toContain((await first).status);
  });

  it("loses no edit during requests that archive another page", async () => {
    const server = openServer({ seed: buildState({ pages: [buildPage(), buildPage({ slug: "neap-tide" })] }) });
    const requests = Array.from({ length: 20 }, async () => {
      const response = await send(server, `POST /v1/brains/${brainId}/pages/neap-tide/archive`);
      server.control.pages.edit({ ...address, title: "T" });
      return response;
    });
    for (const { status } of await Promise.all(requests)) expect(status).toBe(201);
    expect(server.control.pages.get(address).version).toBe(23);
  });

  it("is the time at which a delayed request is executed", async () => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 20 });
    const late = send(server, archive);
    const { version } = server.control.pages.edit({ ...address, title: "Newer" });
    expect((await late).body as Page).toMatchObject({ title: "Newer", version, archived: true });
  });

  it("is not affected by a delayed request whose organization is deleted and created again meanwhile", async () => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 20 });
    const late = send(server, archive);
    const state = server.organization("org_north").snapshot();
    server.control.organizations.delete({ organizationId: "org_north" });
    server.seed(state);
    await late;
    expect(recordsOf(server.organization("org_north"))).toStrictEqual(state);
    expect(await indexSlugs(server, brainId)).toEqual(["spring-tide"]);
  });

  it("assigns a unique id and slug to each of many new records", async () => {
    const server = openServer();
    const slugs = await Promise.all(
      Array.from({ length: 50 }, async () => {
        await send(server, `GET /v1/brains/${brainId}/index`);
        return server.control.pages.create({ brainId, title: "Same", body: "B" }).slug;
      }),
    );
    expect(new Set(slugs)).toEqual(new Set(["same", ...Array.from({ length: 49 }, (_, index) => `same-${index + 2}`)]));
    expect(new Set(server.snapshot().pages.map(({ id }) => id)).size).toBe(buildState().pages.length + 50);
  });
});
