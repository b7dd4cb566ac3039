import { setImmediate } from "node:timers/promises";
import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { settledState } from "../faults/timers.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";

const index = "GET /v1/brains/brain_tides/index";

/** Returns the state without one organization. */
function stateWithout(id: string) {
  const server = openServer();
  server.control.organizations.delete({ organizationId: id });
  return server.snapshot();
}

/** What ends an organization, or the state of its test tools. */
const endings: Readonly<Record<string, (server: ReferenceServer) => unknown>> = {
  "the server is reset": (server) => server.reset(),
  "the organization is reset": (server) => server.organization("org_north").reset(),
  "the organization is deleted": ({ control }) => control.organizations.delete({ organizationId: "org_north" }),
  "a state without the organization is restored": (server) => server.restore(stateWithout("org_north")),
};

/** What replaces the records of an organization alone. */
const replacements: Readonly<Record<string, (server: ReferenceServer) => unknown>> = {
  "the organization is restored": (server) => {
    const organization = server.organization("org_north");
    organization.restore(organization.snapshot());
  },
  "a state with the organization is restored": (server) => server.restore(buildState()),
  "another organization is deleted": ({ control }) => control.organizations.delete({ organizationId: "org_south" }),
};

async function waitOf(server: ReferenceServer) {
  const remote = await connect(server.baseUrl, { fetch: withControl(server) });
  const { journal, deliveries } = server.organization("org_north");
  const there = remote.organization("org_north");
  const waits = [journal.waitFor(), deliveries.waitFor(), there.journal.waitFor(), there.deliveries.waitFor()];
  for (const wait of waits) wait.catch(() => {});
  // The calls over HTTP have to arrive.
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  return waits;
}

describe("the waits of an organization", () => {
  it.each(Object.entries(endings))("end with a conflict when %s", async (_, end) => {
    const server = openServer();
    const waits = await waitOf(server);
    end(server);
    const message = expect.stringContaining("the server was reset, or the organization was deleted. Wait again.");
    for (const wait of waits) await expect(wait).rejects.toMatchObject({ code: "conflict", message });
  });

  it.each(Object.entries(replacements))("continue when %s", async (_, replace) => {
    const server = openServer();
    const [request, delivery, ...remote] = await waitOf(server);
    replace(server);
    await send(server, index);
    server.control.brains.sendDailyBrief({ brainId: "brain_tides" });
    expect(await request).toMatchObject({ operation: "promptIndex.get" });
    expect(await delivery).toMatchObject({ kind: "brief" });
    expect(await Promise.all(remote)).toHaveLength(2);
  });

  it("do not see the next organization with the same id", async () => {
    const server = openServer();
    const waits = await waitOf(server);
    server.control.organizations.delete({ organizationId: "org_north" });
    const { apiKey } = server.control.organizations.create({ id: "org_north" });
    await send(server, index, { key: apiKey });
    for (const wait of waits) await expect(wait).rejects.toMatchObject({ code: "conflict" });
  });

  it("of the server continue when an organization is reset or deleted", async () => {
    const server = openServer();
    const wait = server.journal.waitFor();
    server.organization("org_north").reset();
    server.control.organizations.delete({ organizationId: "org_south" });
    await send(server, index);
    expect(await wait).toMatchObject({ organizationId: "org_north" });
  });
});

describe("a request that hangs", () => {
  it.each(Object.entries({ ...endings, ...replacements }))(
    "waits until its caller aborts, and changes nothing, when %s",
    async (_, end) => {
      const server = openServer();
      server.organization("org_north").faults.add({ kind: "hang" });
      const controller = new AbortController();
      const request = server.fetch(`${server.baseUrl}/v1/brains/brain_tides/pages/spring-tide/archive`, {
        method: "POST",
        headers: { "x-api-key": "key_north" },
        signal: controller.signal,
      });
      expect(await settledState(request)).toBe("waiting");
      end(server);
      const after = recordsOf(server);
      expect(await settledState(request)).toBe("waiting");
      controller.abort("enough");
      await expect(request).rejects.toBe("enough");
      expect(recordsOf(server)).toStrictEqual(after);
    },
  );

  it("is not planned any more when its organization is reset", () => {
    const server = openServer();
    const organization = server.organization("org_north");
    organization.faults.add({ kind: "hang" });
    organization.reset();
    expect(organization.faults.list()).toEqual([]);
    expect(organization.faults.pending()).toEqual([]);
  });
});

describe("a request that is delayed", () => {
  it.each(Object.entries(endings))("finishes with the records before, and changes none, when %s", async (_, end) => {
    const server = openServer();
    server.organization("org_north").faults.add({ kind: "latency", latency: 20 });
    const request = send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    await setImmediate();
    end(server);
    const after = recordsOf(server);
    expect(await request).toMatchObject({ status: 201, body: { archived: true } });
    expect(recordsOf(server)).toStrictEqual(after);
  });
});
