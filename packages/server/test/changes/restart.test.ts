import type { ReferenceServer, State } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { startAuthorization } from "../oauth/start-authorization.ts";
import { openServer } from "../open-server.ts";

const randomSeed = "fjord";
const open = () => openServer({ randomSeed });

/** Starts another server with the stored records of a server, as a new process does. */
function restart(server: ReferenceServer): ReferenceServer {
  const seed: State = JSON.parse(JSON.stringify(server.snapshot()));
  return openServer({ randomSeed, seed });
}

/** The same with the snapshots of each organization, which a program may store one by one. */
function restartInParts(server: ReferenceServer): ReferenceServer {
  const parts = server.snapshot().organizations.map(({ id }) => server.organization(id).snapshot());
  const names = [
    "organizations",
    "apiKeys",
    "brains",
    "pages",
    "installations",
    "channels",
    "bindings",
    "authorizations",
  ];
  const seed = Object.fromEntries(names.map((name) => [name, parts.flatMap((part) => Reflect.get(part, name) ?? [])]));
  return openServer({ randomSeed, seed: { version: 1, ...seed } });
}

const ways = [
  { way: "of the server", again: restart },
  { way: "of each organization", again: restartInParts },
];

const stateOf = (url: string) => new URL(url).searchParams.get("state") ?? "";
const codeOf = async (run: Promise<unknown>) =>
  run.then(
    () => "success",
    ({ code }) => code,
  );

describe.each(ways)("a server that continues with the snapshot $way", ({ again }) => {
  it("knows every step of an authorization", async () => {
    const server = open();
    const urls: string[] = [];
    for (let count = 0; count < 4; count += 1) urls.push((await startAuthorization(server)).authorizationUrl);
    const [started = "", approved = "", denied = "", confirmed = ""] = urls;
    const { oauth } = server.control;
    const { code } = await oauth.approve({ authorizationUrl: approved, teamName: "West" });
    await oauth.deny({ authorizationUrl: denied });
    await oauth.confirm(await oauth.approve({ authorizationUrl: confirmed }));

    const next = again(server).control.oauth;
    expect(next.pending({ organizationId: "org_north" })).toMatchObject([{ authorizationUrl: started }]);
    expect(await codeOf(next.approve({ authorizationUrl: denied }))).toBe("oauth_used_state");
    expect(await codeOf(next.confirm({ code: "any", state: stateOf(confirmed) }))).toBe("oauth_used_state");
    expect(await codeOf(next.confirm({ code: "any", state: stateOf(approved) }))).toBe("oauth_wrong_code");
    expect(await next.confirm({ code, state: stateOf(approved) })).toMatchObject({ teamName: "West" });
    expect(await next.confirm(await next.approve({ authorizationUrl: started }))).toBeDefined();
  });

  it("never repeats an id or a nonce", async () => {
    const ids: string[] = [];
    const use = async (server: ReferenceServer) => {
      ids.push(server.control.brains.create({ organizationId: "org_north" }).id);
      expect(() => server.organization("org_north").control.brains.create({ id: "brain_tides" })).toThrow();
      ids.push(stateOf((await startAuthorization(server, "brain_tides", "key_north")).authorizationUrl));
      const { id, apiKey } = server.control.organizations.create();
      ids.push(id, apiKey);
    };
    let server = open();
    for (let count = 0; count < 3; count += 1) {
      await use(server);
      server = again(server);
    }
    const nonces = server.snapshot().authorizations?.map(({ nonce }) => nonce) ?? [];
    expect(nonces).toHaveLength(3);
    expect(new Set([...ids, ...nonces]).size).toBe(ids.length + 3);
  });

  it("has the same clocks", () => {
    const server = open();
    server.organization("org_north").clock.freeze("2027-01-01T00:00:00.000Z");
    server.organization("org_south").clock.advance(5000);
    const next = again(server);
    const north = next.organization("org_north").clock;
    expect(north.status()).toMatchObject({ frozen: true });
    expect(north.now()).toBe(Date.parse("2027-01-01T00:00:00.000Z"));
    expect(next.organization("org_south").clock.now() - next.clock.now()).toBeGreaterThan(4000);
    expect(next.organization("org_north").snapshot()).toEqual(server.organization("org_north").snapshot());
  });
});

describe("ids and nonces do not repeat", () => {
  it("after an organization was deleted and created again, and a restart", () => {
    const server = open();
    server.control.organizations.create({ id: "org_west" });
    const { id } = server.organization("org_west").control.brains.create();
    server.control.organizations.delete({ organizationId: "org_west" });
    server.control.organizations.create({ id: "org_west" });
    const next = restart(server);
    expect(next.organization("org_west").control.brains.create().id).not.toBe(id);
  });

  it("after a restart, a restore and a reset", () => {
    const server = open();
    const { id } = server.control.organizations.create();
    server.control.organizations.delete({ organizationId: id });
    const own = server.organization("org_north").control.brains.create();
    const next = restart(server);
    next.restore(openServer().snapshot());
    expect(next.organization("org_north").control.brains.create().id).not.toBe(own.id);
    next.reset();
    expect(next.control.organizations.create().id).not.toBe(id);
  });

  it("after an organization was deleted and created again", () => {
    const server = open();
    const create = () => {
      const { apiKey } = server.control.organizations.create({ id: "org_west" });
      const west = server.organization("org_west");
      return [apiKey, west.control.brains.create().id, west.control.brains.create().id];
    };
    const first = create();
    server.control.organizations.delete({ organizationId: "org_west" });
    const second = create();
    server.restore({ version: 1 });
    expect(new Set([...first, ...second, ...create()]).size).toBe(9);
  });

  it("after a restore", async () => {
    const server = open();
    const before = server.snapshot();
    const { authorizationUrl } = await startAuthorization(server);
    const { id } = server.control.brains.create();
    server.restore(before);
    expect(await codeOf(server.control.oauth.approve({ authorizationUrl }))).toBe("not_found");
    expect(server.control.brains.create().id).not.toBe(id);
    expect((await startAuthorization(server)).authorizationUrl).not.toBe(authorizationUrl);
  });

  it("after a reset, which begins again, while a request is in flight", async () => {
    const changed: string[] = [];
    const server = openServer({ randomSeed, onChange: ({ organizationId }) => void changed.push(organizationId) });
    server.faults.add({ kind: "latency", latency: 20 });
    const inFlight = startAuthorization(server);
    await new Promise((resolve) => setTimeout(resolve, 5));
    server.reset();
    const { authorizationUrl } = await inFlight;
    expect(server.snapshot()).not.toHaveProperty("authorizations");
    expect(await codeOf(server.control.oauth.approve({ authorizationUrl }))).toBe("not_found");
    expect(changed).toEqual(expect.arrayContaining(["org_north", "org_south"]));
    const next = restart(server);
    const ids = [server, next].map((one) => one.control.brains.create({ organizationId: "org_north" }).id);
    expect(ids[0]).toBe(ids[1]);
  });
});

it("a state is approved and confirmed once, however many try at the same time", async () => {
  const server = open();
  const { authorizationUrl } = await startAuthorization(server);
  const tries = <Output>(run: () => Promise<Output>) => Promise.allSettled([run(), run(), run()]);
  const approvals = await tries(() => server.control.oauth.approve({ authorizationUrl }));
  const [approved, ...others] = approvals.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(others).toEqual([]);
  if (!approved) throw new Error("No approval succeeded");
  const confirmations = await tries(() => server.control.oauth.confirm(approved));
  expect(confirmations.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
