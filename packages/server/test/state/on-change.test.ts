import { idle, settledState, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { OnChange, ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it, vi } from "vitest";
import { buildState, frozenTime } from "../helpers/build-state.ts";
import { connectTo } from "../helpers/control-calls.ts";
import { implementJob, runJob } from "../helpers/job.ts";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer, paths, send } from "../helpers/open-server.ts";
import { captureResult } from "../helpers/results.ts";

const page = { brainId: "brain_tides", slug: "spring-tide" };
const archiveRequest = `POST ${paths.archive}`;

it("onChange is called with the organization of each change", () => {
  const changed: string[] = [];
  const server = openServer({ onChange: ({ organizationId }) => void changed.push(organizationId) });
  server.control.pages.pin({ brainId: "brain_tides", slug: "spring-tide" });
  expect(changed).toEqual(["org_north"]);
});

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
    await idle();
    ends.shift()?.();
    await idle();
  };
  return { ...openNoting(() => new Promise<void>((resolve) => ends.push(resolve))), end };
}

const south = { organizationId: "org_south" };

// biome-ignore format: one row a line
it.each<{ what: string; noted: string[]; change: (server: ReferenceServer) => unknown }>([
  { what: "a created organization", noted: ["west"], change: ({ control }) => control.organizations.create({ id: "org_west" }) },
  { what: "a deleted organization", noted: ["south"], change: ({ control }) => control.organizations.delete(south) },
  { what: "a clock of one", noted: ["south"], change: (server) => server.organization("org_south").clock.freeze() },
  { what: "added records", noted: ["south"], change: ({ seed }) => seed({ version: 1, apiKeys: [south] }) },
  { what: "restored records", noted: ["north", "south"], change: ({ restore }) => restore({ version: 1 }) },
  { what: "a reset", noted: ["north", "south"], change: ({ reset }) => reset() },
  { what: "a reset of one", noted: ["south"], change: ({ organization }) => organization("org_south").reset() },
  { what: "no page that is looked at", noted: [], change: ({ control }) => control.pages.get(page) },
  { what: "no planned fault", noted: [], change: ({ faults }) => faults.add({ kind: "hang" }) },
  { what: "no moved clock of the server", noted: [], change: ({ clock }) => clock.advance(1) },
])("onChange gets the organizations $noted of $what at once", ({ noted: expected, change }) => {
  const { server, noted } = openNoting();
  void change(server);
  expect(noted.sort()).toEqual(expected.map((name) => `org_${name}`));
});

it("onChange isn't called for what a request changes after a reset has replaced its organization", async () => {
  useFakeTimers();
  const { server, noted } = openNoting();
  server.faults.add({ kind: "latency", latency: 20 });
  const inFlight = startAuthorization(server);
  expect(await settledState(inFlight)).toBe("waiting");
  server.reset();
  noted.length = 0;
  await vi.advanceTimersByTimeAsync(20);
  await inFlight;
  expect(noted).toEqual([]);
});

it("onChange is called for each step of an authorization, and for no rejected change", async () => {
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

const requests = [archiveRequest, `POST ${paths.start}`, `PATCH ${paths.binding}`, `DELETE ${paths.binding}`];

it.each(requests)("the response to %s waits for onChange", async (request) => {
  const { server, noted, end } = openHeld();
  const response = send(server, request, { json: { notifyBriefs: false } });
  await expect.poll(() => noted).toEqual(["org_north"]);
  expect(await settledState(response)).toBe("waiting");
  await end();
  expect((await response).status).toBeLessThan(300);
});

it("onChange is called once for several changes that wait", async () => {
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

it("onChange isn't called twice at a time, even if a change comes as a call ends", async () => {
  const held = Promise.withResolvers<void>();
  let active = 0;
  let isOverlapping = false;
  const { server, noted } = openNoting(({ organizationId }) => {
    if (organizationId === "org_south") return held.promise;
    active += 1;
    isOverlapping ||= active > 1;
    return idle().then(() => {
      active -= 1;
    });
  });
  const change = (organizationId: string) => server.control.organizations.update({ organizationId, name: "New" });
  server.control.brains.create(south);
  for (const id of ["org_north", "org_west"]) server.control.organizations.create({ id: `${id}_2` });
  void held.promise.then(() => change("org_north_2"));
  held.resolve();
  await expect.poll(() => noted).toEqual(["org_south", "org_north_2", "org_west_2", "org_north_2"]);
  expect(isOverlapping).toBe(false);
});

it("onChange is called for its own changes after it has ended", async () => {
  let active = 0;
  const { server, noted } = openNoting(async () => {
    active += 1;
    expect(active).toBe(1);
    if (noted.length < 3) server.control.brains.create({ organizationId: "org_north" });
    await idle();
    active -= 1;
  });
  await send(server, archiveRequest);
  await expect.poll(() => noted).toHaveLength(3);
});

// Opens a server that calls a function soon after each reading of its clock, while requests and controls are in flight.
function openInterrupted(onChange: OnChange, interrupt: (server: ReferenceServer) => unknown): ReferenceServer {
  const server = openServer({
    operations: [implementJob(approve)],
    onChange,
    clock: {
      now() {
        queueMicrotask(() => interrupt(server));
        return Date.parse(frozenTime);
      },
    },
  });
  return server;
}

async function approve({ control }: { readonly control: Pick<ReferenceServer["control"], "oauth"> }) {
  const [{ authorizationUrl } = { authorizationUrl: "" }] = control.oauth.list();
  return control.oauth.approve({ authorizationUrl });
}

type Act = (server: ReferenceServer) => unknown;

it.each<{ what: string; prepare?: Act; act: Act }>([
  { what: "a request that starts an authorization", act: startAuthorization },
  { what: "an approval", prepare: startAuthorization, act: approve },
  { what: "a request whose handler approves", prepare: startAuthorization, act: runJob },
])("onChange is awaited for $what, also if another change comes before its end", async ({ prepare, act }) => {
  let stored: unknown;
  const onChange = async () => {
    const { authorizations } = server.snapshot();
    await idle();
    stored = authorizations;
  };
  const server = openInterrupted(onChange, ({ control }) =>
    control.organizations.update({ organizationId: "org_north", name: "New" }),
  );
  await prepare?.(server);
  await act(server);
  expect(stored).toEqual(server.snapshot().authorizations);
});

const reason = "The disk is full";
const message = `onChange failed for organization org_north: ${reason}. The change was made, and is handed over again with the next one`;

describe.each<{ name: string; fail: OnChange }>([
  { name: "throws", fail: () => expect.fail(reason) },
  { name: "rejects", fail: () => Promise.reject(new Error(reason)) },
])("an onChange that $name", ({ fail }) => {
  type Change = (server: ReferenceServer, remote: Awaited<ReturnType<typeof connectTo>>) => Promise<unknown>;
  const sendArchive: Change = async (server) => JSON.stringify(await send(server, archiveRequest));

  it.each<{ what: string; next: string; problem: string; change: Change }>([
    { what: "a request", next: "org_south", problem: 'statusCode":500', change: sendArchive },
    { what: "a control", next: "org_south", problem: message, change: (_, { control }) => control.pages.pin(page) },
    { what: "a restore", next: "org_north", problem: "onChange", change: (_, { restore }) => restore(buildState()) },
  ])("fails $what, which is made and handed over again with the next one", async ({ next, problem, change }) => {
    let isFailing = true;
    const { server, noted } = openNoting((changed) => (isFailing ? fail(changed) : undefined));
    const result = String(await change(server, await connectTo(server)).catch((thrown: unknown) => thrown));
    expect(result).toContain(problem);
    expect(result).not.toContain("key_north");
    isFailing = false;
    noted.length = 0;
    server.control.brains.create({ organizationId: next });
    await expect.poll(() => noted.toSorted()).toEqual(["org_north", "org_south"]);
  });
});

it("an onChange that fails for one organization fails no change of another one", async () => {
  const fail = (): never => expect.fail(reason);
  const { server, noted } = openNoting(({ organizationId }) => (organizationId === "org_north" ? fail() : undefined));
  const remote = await connectTo(server);
  await expect(remote.control.pages.pin(page)).rejects.toThrow(message);
  for (let round = 0; round < 2; round += 1) await remote.control.brains.create({ organizationId: "org_south" });
  await expect.poll(() => noted.filter((id) => id === "org_north")).toHaveLength(3);
});

it("an onChange that fails each time isn't called for earlier organizations, until a call succeeds", async () => {
  let isFailing = true;
  const { server, noted } = openNoting(() => (isFailing ? Promise.reject(new Error(reason)) : undefined));
  const { control } = await connectTo(server);
  for (const id of ["org_a", "org_b", "org_c"]) await control.organizations.create({ id }).catch(() => {});
  expect(noted).toEqual(["org_a", "org_b", "org_c"]);
  isFailing = false;
  await control.brains.create({ organizationId: "org_c" });
  expect(noted.slice(3)).toEqual(["org_c", "org_a", "org_b"]);
});

it("an onChange that keeps failing for some organizations is called for one of them after each success", async () => {
  const failing = ["org_a", "org_b", "org_c"];
  const { server, noted } = openNoting(({ organizationId }) => {
    if (failing.includes(organizationId)) expect.fail(reason);
  });
  const { control } = await connectTo(server);
  for (const id of failing) await control.organizations.create({ id }).catch(() => {});
  noted.length = 0;
  for (let round = 0; round < 4; round += 1) await control.brains.create({ organizationId: "org_south" });
  expect(noted.filter((id) => id !== "org_south")).toEqual(["org_a", "org_b", "org_c", "org_a"]);
});

it("an onChange that throws for a request in flight fails no control of another organization", async () => {
  const results: unknown[] = [];
  const renamed = { brainId: "brain_ropes", name: "New" };
  const fail: OnChange = ({ organizationId }) => (organizationId === "org_south" ? expect.fail(reason) : undefined);
  const server = openInterrupted(fail, async ({ control }) => {
    results.push(await captureResult(() => control.brains.update(renamed)));
  });
  const { status } = await send(server, "POST /v1/brains/brain_south/messaging/oauth/start", { key: "key_south" });
  expect(status).toBe(500);
  expect(results).not.toHaveLength(0);
  for (const result of results) expect(result).toMatchObject({ value: { name: "New" } });
});

it.each([archiveRequest, `POST ${paths.start}`])("an onChange that fails for %s fails no other", async (request) => {
  const { server } = openNoting(async ({ organizationId }) => {
    await idle();
    if (organizationId === "org_north") expect.fail(reason);
  });
  const [north, south] = await Promise.all([
    send(server, request),
    send(server, "POST /v1/brains/brain_south/pages/menu/archive", { key: "key_south" }),
  ]);
  expect([north.status, south.status]).toEqual([500, 201]);
});

it.each(requests)("the journal says that %s is committed if onChange throws for it", async (request) => {
  const { server } = openNoting(() => expect.fail(reason));
  expect((await send(server, request, { json: { notifyBriefs: false } })).status).toBe(500);
  expect(server.journal.entries()[0]).toMatchObject({ status: 500, message, committed: true });
});

it("an onChange that throws fails a method in the process", () => {
  const { server } = openNoting(() => expect.fail(reason));
  expect(() => server.control.pages.pin(page)).toThrow(message);
  expect(server.control.pages.get(page).pinned).toBe(true);
});
