import type { FaultInput } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { type SendOptions, send } from "../send.ts";
import { archive, call, getIndex, paths } from "./calls.ts";

const unavailable = { kind: "status", status: 503 } as const;
const index = `GET ${paths.index}`;

describe("a fault for an input", () => {
  const cases: readonly { request: string; input: FaultInput; sending?: SendOptions }[] = [
    { request: index, input: { brainId: "brain_tides" } },
    { request: `${index}?limit=3`, input: { limit: 3 } },
    { request: `${index}?limit=3&colour=red`, input: { brainId: "brain_tides", limit: 3 } },
    { request: `POST ${paths.archive}`, input: { slug: "spring-tide" } },
    { request: "GET /v1/brains/brain%5Ftides/index", input: { brainId: "brain_tides" } },
    { request: `PATCH ${paths.binding}`, input: { notifyBriefs: false }, sending: { json: { notifyBriefs: false } } },
    { request: index, input: {} },
    { request: index, input: { brainId: "brain_tides", slug: undefined } },
  ];
  it.each(cases)("applies to $request with $input", async ({ request, input, sending }) => {
    const server = openServer();
    server.faults.add({ ...unavailable, input });
    expect((await send(server, request, sending)).status).toBe(503);
    expect(server.faults.list()).toEqual([]);
  });

  it.each<readonly [string, FaultInput, SendOptions]>([
    [index, { brainId: "brain_moon" }, {}],
    [index, { brainId: "brain_tides", limit: 3 }, {}],
    [`${index}?limit=30`, { limit: 3 }, {}],
    [index, { slug: "spring-tide" }, {}],
    [`PATCH ${paths.binding}`, { notifyBriefs: false }, { json: { notifyBriefs: true } }],
    [`PATCH ${paths.binding}`, { notifyBriefs: false }, { json: {} }],
    [`${index}?limit=0`, { brainId: "brain_tides" }, {}],
    [index, { brainId: "brain_tides" }, { key: null }],
    [index, { brainId: "brain_tides" }, { key: "key_nobody" }],
    [`PATCH ${paths.binding}`, { brainId: "brain_tides" }, { text: "{" }],
  ])("does not apply to %s if it waits for %o (%o)", async (request, input, sending) => {
    const server = openServer();
    server.faults.add({ ...unavailable, input });
    expect((await send(server, request, sending)).status).not.toBe(503);
    expect(server.faults.pending()).toMatchObject([{ uses: 0 }]);
  });

  it("distinguishes brains of one organization", async () => {
    const server = openServer();
    const { id: brainId } = server.control.brains.create({ organizationId: "org_north" });
    const winds = () => call(server, `/v1/brains/${brainId}/index`);
    server.faults.add({ ...unavailable, input: { brainId } });
    expect((await getIndex(server)).status).toBe(200);
    expect((await winds()).status).toBe(503);
    expect((await winds()).status).toBe(200);
  });

  it("may be one of an organization, and a latency", async () => {
    const server = openServer();
    const { faults } = server.organization("org_north");
    faults.add({ kind: "latency", latency: 1, input: { slug: "spring-tide" } });
    await getIndex(server);
    await archive(server);
    expect(server.journal.entries()).toMatchObject([{ latency: 0 }, { latency: 1 }]);
  });
});
