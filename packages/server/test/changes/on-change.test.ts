import type { ReferenceServer } from "@knowledge-base/server";
import { type ConnectedServer, connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import type { OnChange } from "../../src/changes.ts";
import { listen } from "../http-control/listen.ts";
import { startAuthorization } from "../oauth/start-authorization.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";

const page = { brainId: "brain_tides", slug: "spring-tide" };
const deck = "/v1/brains/brain_tides/messaging/bindings/binding_deck";

/** Opens a server that notes each call of its listener. */
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

/** Returns a listener whose calls end one by one. */
function openHeld() {
  const ends: (() => void)[] = [];
  const held = openNoting(() => new Promise<void>((resolve) => ends.push(resolve)));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const end = async () => {
    await turn();
    ends.shift()?.();
    await turn();
  };
  return { ...held, end };
}

type Controls = ReferenceServer | ConnectedServer;
const controlChanges: readonly [what: string, change: (server: Controls) => unknown, organizations?: string[]][] = [
  ["a created brain", ({ control }) => control.brains.create({ organizationId: "org_south" }), ["org_south"]],
  ["an edited page", ({ control }) => control.pages.edit({ ...page, title: "Neap tide" })],
  ["a read page", ({ control }) => control.pages.read(page)],
  ["a revoked key", ({ control }) => control.apiKeys.revoke({ apiKey: "key_north" })],
  ["an uninstalled workspace", ({ control }) => control.installations.delete({ installationId: "installation_north" })],
  ["a created organization", ({ control }) => control.organizations.create({ id: "org_west" }), ["org_west"]],
  [
    "a deleted organization",
    ({ control }) => control.organizations.delete({ organizationId: "org_south" }),
    ["org_south"],
  ],
  ["the clock of an organization", (server) => server.organization("org_south").clock.advance(1), ["org_south"]],
  ["added records", (server) => server.seed({ version: 1, brains: [{ id: "b", organizationId: "org_north" }] })],
  ["restored records", (server) => server.restore({ version: 1 }), ["org_north", "org_south"]],
  ["a reset", (server) => server.reset(), ["org_north", "org_south"]],
  ["a reset of one organization", (server) => server.organization("org_south").reset(), ["org_south"]],
];
const nothing: typeof controlChanges = [
  ["a page that is looked at", ({ control }) => control.pages.get(page), []],
  ["a planned fault", (server) => server.faults.add({ kind: "hang" }), []],
  ["the clock of the server", (server) => server.clock.advance(1), []],
];

describe.each([...controlChanges, ...nothing])("%s is handed over", (_, change, organizations = ["org_north"]) => {
  it("in the process, before the method returns", () => {
    const { server, noted } = openNoting();
    void change(server);
    expect(noted.sort()).toEqual(organizations);
  });

  it("through a connection, before the response", async () => {
    const { server, noted } = openNoting();
    await using socket = await listen(withControl(server));
    await change(await connect(socket.url));
    expect(noted.sort()).toEqual(organizations);
  });
});

const operationChanges: readonly [request: string, body?: object][] = [
  ["POST /v1/brains/brain_tides/pages/spring-tide/archive"],
  ["POST /v1/brains/brain_tides/messaging/oauth/start"],
  [`PATCH ${deck}`, { notifyBriefs: false }],
  [`DELETE ${deck}`],
];

it.each(operationChanges)("the response to %s waits for the listener", async (request, body) => {
  const { server, noted, end } = openHeld();
  let isAnswered = false;
  const response = send(server, request, { ...(body && { text: JSON.stringify(body) }) }).finally(() => {
    isAnswered = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([noted, isAnswered]).toEqual([["org_north"], false]);
  await end();
  expect((await response).status).toBeLessThan(300);
});

it("each step of an authorization is handed over", async () => {
  const { server, noted } = openNoting();
  const { authorizationUrl } = await startAuthorization(server);
  const counts = [noted.length];
  const approved = await server.control.oauth.approve({ authorizationUrl });
  counts.push(noted.length);
  await server.control.oauth.confirm(approved);
  counts.push(noted.length);
  expect(counts).toEqual([1, 2, 3]);
});

it.each<[what: string, request: (server: ReferenceServer, control: ConnectedServer["control"], at: number) => unknown]>(
  [
    ["requests", (server, _, at) => send(server, operationChanges[at]?.[0] ?? "", { json: { notifyBriefs: false } })],
    ["controls", (_, control, at) => control.organizations.create({ id: `org_${at}` })],
  ],
)("%s at the same time wait for the listener", async (_, request) => {
  const { server, end } = openHeld();
  const { control } = await connect(server.baseUrl, { fetch: withControl(server) });
  const answered: number[] = [];
  const responses = [0, 2, 3].map(async (at) => {
    await request(server, control, at);
    answered.push(at);
  });
  await end();
  expect(answered).toEqual([0]);
  await end();
  await end();
  await Promise.all(responses);
});

describe("the calls of the listener", () => {
  it("are made one after the other, and shared by changes that wait", async () => {
    const { server, noted, end } = openHeld();
    const touch = (organizationId: string) => server.control.organizations.update({ organizationId, name: "New" });
    server.control.organizations.create({ id: "org_west" });
    for (const id of ["org_north", "org_south", "org_north", "org_west", "org_south"]) touch(id);
    const expected = ["org_west", "org_north", "org_south", "org_west"];
    for (let count = 1; count <= expected.length; count += 1) {
      expect(noted).toEqual(expected.slice(0, count));
      await end();
    }
    expect(noted).toEqual(expected);
    touch("org_south");
    expect(noted).toHaveLength(5);
  });

  it("include the changes that the listener makes itself, after it has ended", async () => {
    let depth = 0;
    let active = 0;
    const { server, noted } = openNoting(async () => {
      active += 1;
      expect(active).toBe(1);
      if (depth++ < 2) server.control.brains.create({ organizationId: "org_north" });
      await new Promise((resolve) => setTimeout(resolve, 5));
      active -= 1;
    });
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    await expect.poll(() => noted).toHaveLength(3);
  });
});

describe.each([
  [
    "throws",
    (): void => {
      throw new Error("The disk of key_north is full");
    },
  ],
  ["rejects", () => Promise.reject(new Error("The disk of key_north is full"))],
])("a listener that %s", (_, fail) => {
  const message =
    "onChange failed for organization org_north: The disk of [redacted] is full. The change was made, and is handed over again with the next one";

  function openFailing() {
    let isFailing = true;
    const opened = openNoting(() => (isFailing ? fail() : undefined));
    const repair = () => {
      isFailing = false;
      opened.noted.length = 0;
    };
    return { ...opened, repair };
  }

  it("fails a request, whose change is handed over again with the next one", async () => {
    const { server, noted, repair } = openFailing();
    const { status, body } = await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain("key_north");
    expect(server.control.pages.get(page).archived).toBe(true);
    repair();
    server.control.brains.create({ organizationId: "org_south" });
    await expect.poll(() => noted.toSorted()).toEqual(["org_north", "org_south"]);
  });

  it("fails a call of a control", async () => {
    const { server } = openFailing();
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    await expect(connected.control.pages.edit({ ...page, title: "Neap tide" })).rejects.toThrow(message);
  });

  it("loses no organization of a change of several", async () => {
    const { server, noted, repair } = openFailing();
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    await expect(connected.restore(server.snapshot())).rejects.toThrow("onChange failed");
    repair();
    server.control.brains.create({ organizationId: "org_north" });
    await expect.poll(() => noted.toSorted()).toEqual(["org_north", "org_south"]);
  });
});

it("a listener that throws fails a method in the process", () => {
  const { server } = openNoting(() => {
    throw new Error("The disk is full");
  });
  expect(() => server.control.pages.pin(page)).toThrow("onChange failed for organization org_north: The disk is full");
  expect(server.control.pages.get(page).pinned).toBe(true);
});

it("a rejected change is not handed over", async () => {
  const { server, noted } = openNoting();
  expect(() => server.control.brains.create({ id: "brain_tides", organizationId: "org_north" })).toThrow();
  await send(server, "POST /v1/brains/brain_moon/pages/spring-tide/archive");
  expect(noted).toEqual([]);
});
