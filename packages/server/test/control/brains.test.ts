import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";

const someId = expect.stringMatching(/^brain_[0-9a-z]{16}$/);

describe("creating a brain", () => {
  it("creates an empty one for the organization of the server's own key", async () => {
    const server = openServer();
    const created = server.control.brains.create();
    expect(created).toStrictEqual({ id: someId, organizationId: "org_north", name: "Brain" });
    expect(recordsOf(server)).toStrictEqual(buildState({ brains: [...buildState().brains, created] }));
    expect(await send(server, `GET /v1/brains/${created.id}/index`)).toEqual({ status: 200, body: [] });
  });

  it("uses the given fields", async () => {
    const server = openServer();
    const given = { id: "brain_west", organizationId: "org_south", name: "" };
    expect(server.control.brains.create(given)).toStrictEqual(given);
    expect((await send(server, "GET /v1/brains/brain_west/index")).status).toBe(404);
    expect((await send(server, "GET /v1/brains/brain_west/index", { key: "key_south" })).status).toBe(200);
  });

  it("treats undefined fields as omitted", () => {
    expect(
      openServer().control.brains.create({ id: undefined, organizationId: undefined, name: undefined }),
    ).toStrictEqual({ id: someId, organizationId: "org_north", name: "Brain" });
  });

  it("works on a server without a seed", async () => {
    const server = createReferenceServer();
    const { id } = server.control.brains.create();
    expect(await send(server, `GET /v1/brains/${id}/index`)).toEqual({ status: 200, body: [] });
  });

  it("creates another brain each time, with an id that the seed does not contain", () => {
    const first = createReferenceServer();
    const before = first.control.brains.create();
    const second = createReferenceServer({ seed: first.snapshot() });
    const { brains } = second.control;
    expect(new Set([before.id, brains.create().id, brains.create().id]).size).toBe(3);
  });

  it("may have the id of one of another organization", () => {
    const brain = { id: "brain_south", organizationId: "org_north", name: "Brain" };
    expect(openServer().control.brains.create({ id: "brain_south" })).toStrictEqual(brain);
  });

  it.each(["brain_tides", "brain_ropes"])("rejects the id %s, which is taken", (id) => {
    const server = openServer();
    expect(captureRejection(server, () => server.control.brains.create({ id }))).toEqual({
      code: "invalid_input",
      message: "Failed to create a brain: id is taken already.",
      problems: [{ path: "id", message: "is taken already" }],
    });
  });

  it("rejects an organization that does not exist", () => {
    const server = openServer();
    expect(captureRejection(server, () => server.control.brains.create({ organizationId: "org_moon" }))).toEqual({
      code: "not_found",
      message: "Failed to create a brain: there is no organization org_moon.",
      problems: [],
    });
  });

  it.each(["__proto__", "constructor", "🧠", "a/b", "brain tides"])("treats '%s' as any other id", async (id) => {
    const server = openServer();
    const path = `/v1/brains/${encodeURIComponent(id)}/index`;
    expect((await send(server, `GET ${path}`)).status).toBe(404);
    server.control.brains.create({ id });
    server.control.pages.create({ brainId: id, slug: id, title: id, body: `[[${id}]]` });
    expect(await send(server, `GET ${path}`)).toMatchObject({ status: 200, body: [{ slug: id, title: id }] });
  });
});

describe("changing a brain", () => {
  it("changes its name and nothing else", () => {
    const server = openServer();
    const changed = { id: "brain_ropes", organizationId: "org_north", name: "Knots" };
    expect(server.control.brains.update({ brainId: "brain_ropes", name: "Knots" })).toStrictEqual(changed);
    const [tides, , south] = buildState().brains;
    expect(recordsOf(server)).toStrictEqual({ ...buildState(), brains: [tides, changed, south] });
  });

  it("rejects a brain that does not exist", () => {
    const server = openServer();
    expect(
      captureRejection(server, () => server.control.brains.update({ brainId: "brain_moon", name: "Moon" })),
    ).toEqual({
      code: "not_found",
      message: "Failed to change a brain: there is no brain brain_moon.",
      problems: [],
    });
  });
});
