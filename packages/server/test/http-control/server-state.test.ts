import { ControlError, type State } from "@knowledge-base/server";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { captureResult } from "./capture-result.ts";
import { post } from "./post.ts";
import { type OpenTransport, transports } from "./transports.ts";

const west: State = {
  ...buildState({ brains: [], pages: [], installations: [], channels: [], bindings: [] }),
  organizations: [{ id: "org_west", name: "West" }],
  apiKeys: [{ key: "key_west", organizationId: "org_west", role: "viewer" }],
};

/** A state with more problems than a message shows. */
const rejected = {
  ...west,
  brains: [{ id: "brain_west", organizationId: "org_west", name: "West" }],
  pages: Array.from({ length: 30 }, (_, slug) => ({
    ...buildPage({ brainId: "brain_west" }),
    id: `page_${slug}`,
    slug,
  })),
} as unknown as State;

function connectTo({ url, fetch }: OpenTransport): Promise<ConnectedServer> {
  return connect(url, { fetch });
}

describe.each(transports)("the state of a server reached $way", ({ reach }) => {
  it("returns its key and random seed", async () => {
    const server = openServer({ randomSeed: "fjord" });
    await using reached = await reach(server);
    const connected = await connectTo(reached);
    expect(connected.baseUrl).toBe(reached.url);
    expect(connected.apiKey).toBe("key_north");
    expect(connected.randomSeed).toBe("fjord");
  });

  it("returns a snapshot of the server or of one organization", async () => {
    const server = openServer();
    await using reached = await reach(server);
    const connected = await connectTo(reached);
    expect(await connected.snapshot()).toStrictEqual(buildState());
    const south = connected.organization("org_south");
    expect(south.id).toBe("org_south");
    expect(await south.snapshot()).toStrictEqual(server.organization("org_south").snapshot());
    expect(await captureResult(connected.organization("org_moon").snapshot)).toStrictEqual(
      await captureResult(server.organization("org_moon").snapshot),
    );
  });

  it("contains added records", async () => {
    const [here, there] = [openServer(), openServer()];
    await using reached = await reach(there);
    const connected = await connectTo(reached);
    expect(await connected.seed(west)).toBe(here.seed(west));
    expect(there.snapshot()).toStrictEqual(here.snapshot());
  });

  it("is replaced by the restored records", async () => {
    const server = openServer();
    await using reached = await reach(server);
    const connected = await connectTo(reached);
    expect(await connected.restore(west)).toBeUndefined();
    expect(server.snapshot()).toMatchObject(west);
    await connected.restore(buildState());
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("begins again with a reset", async () => {
    const server = openServer();
    await using reached = await reach(server);
    const connected = await connectTo(reached);
    const first = await connected.control.brains.create();
    expect(await connected.reset()).toBeUndefined();
    expect(server.snapshot()).toStrictEqual(buildState());
    expect(await connected.control.brains.create()).toStrictEqual(first);
  });

  it.each(["seed", "restore"] as const)(
    "keeps its state if a %s is rejected, with the first problems and their number",
    async (name) => {
      const server = openServer();
      await using reached = await reach(server);
      const connected = await connectTo(reached);
      const result = await captureResult(() => server[name](rejected));
      expect(result).toMatchObject({ thrown: { class: ControlError, problemCount: 30 } });
      expect(await captureResult(() => connected[name](rejected))).toStrictEqual(result);
      expect(server.snapshot()).toStrictEqual(buildState());
    },
  );

  it.each([undefined, null, [], 1, "state", {}, { version: 1, moons: [] }, { version: 1, pages: {} }])(
    "rejects %j as in process",
    async (candidate) => {
      const server = openServer();
      await using reached = await reach(server);
      const connected = await connectTo(reached);
      for (const name of ["seed", "restore"] as const) {
        const result = await captureResult(() => server[name](candidate as State));
        expect(result).toMatchObject({ thrown: { class: ControlError } });
        expect(await captureResult(() => connected[name](candidate as State))).toStrictEqual(result);
      }
    },
  );

  it("accepts five megabytes at once", async () => {
    const server = openServer();
    await using reached = await reach(server);
    const connected = await connectTo(reached);
    const pages = Array.from({ length: 50 }, (_, index) => buildPage({ slug: `page-${index}`, body: "x".repeat(1e5) }));
    await connected.seed({ version: 1, pages });
    expect(await connected.snapshot()).toStrictEqual(server.snapshot());
    expect(server.snapshot().pages).toHaveLength(53);
  });

  it("does not matter to that of another server", async () => {
    const [one, other] = [openServer(), openServer()];
    await using reached = await reach(one);
    await using otherReached = await reach(other);
    const connected = await connectTo(reached);
    await connectTo(otherReached);
    await connected.clock.set("2027-01-01T00:00:00.000Z");
    await connected.faults.add({ kind: "hang" });
    await connected.control.organizations.delete({ organizationId: "org_north" });
    expect(other.snapshot()).toStrictEqual(buildState());
    expect(other.faults.list()).toEqual([]);
    expect(other.clock.now()).toBeLessThan(one.clock.now());
  });
});

describe("a control of the whole server", () => {
  it.each(["server/describe", "organizations/create", "organizations/update", "organizations/delete"])(
    "is not confined to an organization: %s",
    async (path) => {
      const server = openServer();
      server.control.brains.update({ brainId: "brain_tides", name: "Fjord" });
      const before = server.snapshot();
      const message = `must not be given, because ${path} is a control of the whole server`;
      expect(await post(server, `${path}?organization=org_north`, JSON.stringify(west))).toStrictEqual({
        status: 400,
        body: {
          error: {
            code: "invalid_input",
            message: `Failed to read the query: organization ${message}.`,
            problems: [{ path: "organization", message }],
          },
        },
      });
      expect(server.snapshot()).toStrictEqual(before);
    },
  );

  it("is missing from an organization of a connection", async () => {
    const [{ reach } = { reach: () => Promise.reject(new Error("There is no way")) }] = transports;
    const server = openServer();
    await using reached = await reach(server);
    const south = (await connectTo(reached)).organization("org_south");
    expect(Object.keys(south).sort()).toEqual(Object.keys(server.organization("org_south")).sort());
    expect(Object.keys(south.control)).toEqual(Object.keys(server.organization("org_south").control));
    expect(south.control).not.toHaveProperty("organizations");
  });

  it.each(["server/describe", "server/snapshot", "server/reset"])(
    "accepts no input if it has none: %s",
    async (path) => {
      const server = openServer();
      server.control.brains.update({ brainId: "brain_tides", name: "Fjord" });
      const before = server.snapshot();
      for (const body of ['{"surplus":1}', "[]", "null", "1"]) {
        expect(await post(server, path, body)).toMatchObject({
          status: 400,
          body: { error: { code: "invalid_input" } },
        });
      }
      expect(server.snapshot()).toStrictEqual(before);
    },
  );
});
