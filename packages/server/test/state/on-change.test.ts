import { setImmediate, setTimeout } from "node:timers/promises";
import type { OnChange, ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { connectTo } from "../helpers/control-calls.ts";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer, paths, send } from "../helpers/open-server.ts";

const page = { brainId: "brain_tides", slug: "spring-tide" };
const archiveRequest = `POST ${paths.archive}`;

// Opens a server that notes each call of its listener.
function openNoting(onChange: OnChange = () => {}) {
  const noted: string[] = [];
  const server = openServer({
    onChange(change) {
      noted.push(change.organizationId);
      return onChange(change);
    },
  });
  return { server, noted };
}

// Opens a server with a listener whose calls end one by one.
function openHeld() {
  const ends: (() => void)[] = [];
  const end = async () => {
    await setImmediate();
    ends.shift()?.();
    await setImmediate();
  };
  return { ...openNoting(() => new Promise<void>((resolve) => ends.push(resolve))), end };
}

const south = { organizationId: "org_south" };

// Changes, and the organizations that are handed over.
// biome-ignore format: one row a line
const changes: { what: string; organizations: string[]; change: (server: ReferenceServer) => unknown }[] = [
  { what: "a created brain", organizations: ["org_south"], change: ({ control }) => control.brains.create(south) },
  { what: "a created organization", organizations: ["org_west"], change: ({ control }) => control.organizations.create({ id: "org_west" }) },
  { what: "a deleted organization", organizations: ["org_south"], change: ({ control }) => control.organizations.delete(south) },
  { what: "a moved clock of an organization", organizations: ["org_south"], change: (server) => server.organization("org_south").clock.advance(1) },
  { what: "added records", organizations: ["org_south"], change: ({ seed }) => seed({ version: 1, brains: [{ id: "b", ...south }] }) },
  { what: "restored records", organizations: ["org_north", "org_south"], change: (server) => server.restore({ version: 1 }) },
  { what: "a reset", organizations: ["org_north", "org_south"], change: (server) => server.reset() },
  { what: "a reset of an organization", organizations: ["org_south"], change: (server) => server.organization("org_south").reset() },
  { what: "no page that is looked at", organizations: [], change: ({ control }) => control.pages.get(page) },
  { what: "no planned fault", organizations: [], change: (server) => server.faults.add({ kind: "hang" }) },
  { what: "no moved clock of the server", organizations: [], change: (server) => server.clock.advance(1) },
];

it.each(changes)("$what is handed over before the method returns", ({ organizations, change }) => {
  const { server, noted } = openNoting();
  void change(server);
  expect(noted.sort()).toEqual(organizations);
});

it("nothing is handed over that a request changes after a reset has replaced its organization", async () => {
  const { server, noted } = openNoting();
  server.faults.add({ kind: "latency", latency: 20 });
  const inFlight = startAuthorization(server);
  await setTimeout(5);
  server.reset();
  noted.length = 0;
  await inFlight;
  expect(noted).toEqual([]);
});

it("each step of an authorization is handed over, and no rejected change", async () => {
  const { server, noted } = openNoting();
  const { oauth, brains, pages } = server.control;
  const { authorizationUrl } = await startAuthorization(server);
  expect(noted).toHaveLength(1);
  const approved = await oauth.approve({ authorizationUrl });
  expect(noted).toHaveLength(2);
  await oauth.confirm(approved);
  expect(() => brains.create({ id: "brain_tides" })).toThrow();
  expect(() => pages.create({ ...page, title: "Taken" })).toThrow();
  await send(server, archiveRequest.replace("tides", "moon"));
  expect(noted).toHaveLength(3);
});

describe("the listener", () => {
  const requests = [archiveRequest, `POST ${paths.start}`, `PATCH ${paths.binding}`, `DELETE ${paths.binding}`];

  it.each(requests)("is awaited before the response to %s", async (request) => {
    const { server, noted, end } = openHeld();
    const response = send(server, request, { json: { notifyBriefs: false } });
    await expect.poll(() => noted).toEqual(["org_north"]);
    expect(await Promise.race([response, setTimeout(5, "waiting")])).toBe("waiting");
    await end();
    expect((await response).status).toBeLessThan(300);
  });

  it("is called once for several changes that wait", async () => {
    const { server, noted, end } = openHeld();
    server.control.organizations.create({ id: "org_west" });
    for (const organizationId of ["org_north", "org_south", "org_north", "org_west", "org_south"])
      server.control.organizations.update({ organizationId, name: "New" });
    const expected = ["org_west", "org_north", "org_south", "org_west"];
    for (let count = 1; count <= expected.length; count += 1) {
      expect(noted).toEqual(expected.slice(0, count));
      await end();
    }
    server.control.organizations.update({ organizationId: "org_south", name: "Newer" });
    expect(noted).toEqual([...expected, "org_south"]);
  });

  it("isn't called twice at a time, even if a change comes as a call ends", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let active = 0;
    let isOverlapping = false;
    const { server, noted } = openNoting(({ organizationId }) => {
      if (organizationId === "org_south") return held;
      active += 1;
      isOverlapping ||= active > 1;
      return setTimeout(5).then(() => {
        active -= 1;
      });
    });
    const change = (organizationId: string) => server.control.organizations.update({ organizationId, name: "New" });
    server.control.brains.create(south);
    for (const id of ["org_north", "org_west"]) server.control.organizations.create({ id: `${id}_2` });
    void held.then(() => change("org_north_2"));
    release();
    await expect.poll(() => noted).toEqual(["org_south", "org_north_2", "org_west_2"]);
    expect(isOverlapping).toBe(false);
  });

  it("is called for its own changes after it has ended", async () => {
    let active = 0;
    const { server, noted } = openNoting(async () => {
      active += 1;
      expect(active).toBe(1);
      if (noted.length < 3) server.control.brains.create({ organizationId: "org_north" });
      await setTimeout(5);
      active -= 1;
    });
    await send(server, archiveRequest);
    await expect.poll(() => noted).toHaveLength(3);
  });
});

const reason = "The disk is full";
const message = `onChange failed for organization org_north: ${reason}. The change was made, and is handed over again with the next one`;

describe.each<{ name: string; fail: OnChange }>([
  { name: "throws", fail: () => expect.fail(reason) },
  { name: "rejects", fail: () => Promise.reject(new Error(reason)) },
])("a listener that $name", ({ fail }) => {
  // biome-ignore format: one row a line
  it.each<{ what: string; next: string; problem: string; change: (server: ReferenceServer) => unknown }>([
    { what: "a request", next: "org_south", problem: "statusCode\":500", change: async (server) => JSON.stringify(await send(server, archiveRequest)) },
    { what: "a control", next: "org_south", problem: message, change: async (server) => (await connectTo(server)).control.pages.edit({ ...page, title: "Neap tide" }) },
    { what: "a restore", next: "org_north", problem: "onChange failed", change: async (server) => (await connectTo(server)).restore(server.snapshot()) },
  ])("fails $what, which is made and handed over again with the next one", async ({ next, problem, change }) => {
    let isFailing = true;
    const { server, noted } = openNoting((changed) => (isFailing ? fail(changed) : undefined));
    const result = String(await Promise.resolve(change(server)).catch((thrown: unknown) => thrown));
    expect(result).toContain(problem);
    expect(result).not.toContain("key_north");
    isFailing = false;
    noted.length = 0;
    server.control.brains.create({ organizationId: next });
    await expect.poll(() => noted.toSorted()).toEqual(["org_north", "org_south"]);
  });
});

it.each<{ name: string; onChange: OnChange }>([
  { name: "throws", onChange: ({ organizationId }) => void (organizationId === "org_north" && expect.fail(reason)) },
  {
    name: "rejects",
    onChange: async ({ organizationId }) => void (organizationId === "org_north" && expect.fail(reason)),
  },
])("a listener that $name for one organization fails no change of another one", async ({ onChange }) => {
  const { server, noted } = openNoting(onChange);
  const remote = await connectTo(server);
  await expect(remote.control.pages.pin(page)).rejects.toThrow(message);
  for (let round = 0; round < 2; round += 1) await remote.control.brains.create({ organizationId: "org_south" });
  await expect.poll(() => noted.filter((id) => id === "org_north")).toHaveLength(3);
});

it("a listener that fails each time isn't called for other organizations, until a call succeeds", async () => {
  let isFailing = true;
  const { server, noted } = openNoting(() => (isFailing ? Promise.reject(new Error(reason)) : undefined));
  const { control } = await connectTo(server);
  for (const id of ["org_a", "org_b", "org_c"]) await control.organizations.create({ id }).catch(() => {});
  expect(noted).toEqual(["org_a", "org_b", "org_c"]);
  isFailing = false;
  await control.brains.create({ organizationId: "org_c" });
  expect(noted.slice(3)).toEqual(["org_c", "org_a", "org_b"]);
});

it("each of two requests at the same time waits for its own changes, and gets their failure", async () => {
  const { server } = openNoting(async ({ organizationId }) => {
    await setTimeout(5);
    if (organizationId === "org_south") expect.fail(reason);
  });
  const [north, south] = await Promise.all([
    send(server, archiveRequest),
    send(server, "POST /v1/brains/brain_south/pages/menu/archive", { key: "key_south" }),
  ]);
  expect(north.status).toBe(201);
  expect(south.status).toBe(500);
});

it("the failure of an authorization that starts is of its organization alone", async () => {
  const { server } = openNoting(async ({ organizationId }) => {
    if (organizationId === "org_north") expect.fail(reason);
  });
  const [started, archived] = await Promise.all([
    send(server, `POST ${paths.start}`),
    send(server, "POST /v1/brains/brain_south/pages/menu/archive", { key: "key_south" }),
  ]);
  expect(started.status).toBe(500);
  expect(archived.status).toBe(201);
});

it("a listener that throws fails a method in the process", () => {
  const { server } = openNoting(() => expect.fail(reason));
  expect(() => server.control.pages.pin(page)).toThrow(message);
  expect(server.control.pages.get(page).pinned).toBe(true);
});
