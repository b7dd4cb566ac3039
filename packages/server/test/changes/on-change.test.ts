import { setImmediate } from "node:timers/promises";
import { createReferenceServer, replayChanges, type StateChange } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { post } from "../control-api/post.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { overwriteValues } from "../overwrite-values.ts";
import { send } from "../send.ts";
import { openRecorded } from "./open-recorded.ts";

const archive = "POST /v1/brains/brain_tides/pages/spring-tide/archive";
const index = "GET /v1/brains/brain_tides/index";

describe("onChange", () => {
  it("receives one record for an operation", async () => {
    const { server, changes } = openRecorded();
    await send(server, archive);
    await send(server, "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck");
    const page = {
      ...buildPage(),
      archived: true,
      status: "archived",
      statusBeforeArchive: "active",
      updatedAt: frozenTime,
    };
    expect(changes).toStrictEqual([
      { sequence: 1, steps: [{ action: "put", organizationId: "org_north", array: "pages", record: page }] },
      {
        sequence: 2,
        steps: [
          {
            action: "delete",
            organizationId: "org_north",
            array: "bindings",
            record: { brainId: "brain_tides", id: "binding_deck" },
          },
        ],
      },
    ]);
  });

  it("receives nothing if nothing changes", async () => {
    const { server, changes } = openRecorded();
    await send(server, index);
    await send(server, "POST /v1/brains/brain_tides/pages/moon/archive");
    server.control.pages.unpin({ brainId: "brain_tides", slug: "spring-tide" });
    server.clock.advance(1000);
    expect(() => server.seed({ version: 1, pages: [buildPage()] })).toThrow("is taken already");
    expect(changes).toEqual([]);
  });

  it("receives a step for each record that is deleted with another", () => {
    const { server, changes } = openRecorded();
    server.control.installations.uninstall({ installationId: "installation_north" });
    expect(
      changes.map(({ steps }) => steps.map(({ action, ...step }) => [action, "array" in step && step.array])),
    ).toEqual([
      [...Array(3).fill(["delete", "bindings"]), ...Array(2).fill(["delete", "channels"]), ["delete", "installations"]],
    ]);
  });

  it.each<[string, (server: ReturnType<typeof openServer>) => unknown]>([
    ["a seed", (server) => server.seed({ version: 1, pages: [buildPage({ slug: "new" })] })],
    ["a restore", (server) => server.restore(buildState({ bindings: [buildBinding()] }))],
    ["a reset", (server) => server.reset()],
    [
      "a seed of an organization",
      (server) => server.organization("org_north").seed({ version: 1, pages: [buildPage({ slug: "new" })] }),
    ],
    ["a restore of an organization", (server) => server.organization("org_south").restore({ version: 1 })],
    ["a reset of an organization", (server) => server.organization("org_north").reset()],
    ["a new organization", (server) => server.control.organizations.create({ id: "org_west" })],
    ["a deleted organization", (server) => server.control.organizations.delete({ organizationId: "org_south" })],
    ["a control over HTTP", (server) => post(server, "brains/create", "{}")],
  ])("is called once for %s, and leads to the same state", async (_, change) => {
    const { server, changes, initial } = openRecorded();
    await send(server, archive);
    await change(server);
    expect(changes.map(({ sequence }) => sequence)).toEqual([1, 2]);
    const received = JSON.parse(JSON.stringify(changes)) as StateChange[];
    expect(replayChanges(initial, received)).toStrictEqual(server.snapshot());
  });

  it("does not receive what a request changes in records that were replaced meanwhile", async () => {
    const { server, changes } = openRecorded();
    server.faults.add({ kind: "latency", latency: 1 });
    const response = send(server, archive);
    await setImmediate();
    server.restore(buildState());
    expect((await response).status).toBe(201);
    expect(changes).toHaveLength(1);
  });

  it("cannot change the records of the server", async () => {
    const server = openServer({ onChange: overwriteValues });
    await send(server, archive);
    expect(server.control.pages.get({ brainId: "brain_tides", slug: "spring-tide" }).title).toBe("Spring tide");
  });

  it("may call methods of the server, whose changes follow", () => {
    const received: [sequence: number, brains: number][] = [];
    const server = openServer({
      onChange: ({ sequence }) => {
        received.push([sequence, server.organization("org_north").snapshot().brains.length]);
        if (sequence === 1) server.control.brains.create({ name: "Second" });
      },
    });
    const { length } = server.organization("org_north").snapshot().brains;
    server.control.brains.create({ name: "First" });
    expect(received).toEqual([
      [1, length + 1],
      [2, length + 2],
    ]);
  });

  it.each([false, true])("must not make a change for each change (asynchronous: %s)", async (isAsynchronous) => {
    let received = 0;
    const respond = () => {
      received += 1;
      server.control.brains.create({ name: "Next" });
    };
    const onChange = isAsynchronous ? async () => respond() : respond;
    const server = openServer({ onChange });
    await send(server, archive);
    await setImmediate();
    const { status, body } = await send(server, "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck");
    expect(status).toBe(500);
    expect(JSON.stringify(body)).toContain(
      "onChange failed with change 101: Failed to change records: onChange has made 100 changes, each in response to the one before.",
    );
    expect(received).toBeLessThan(110);
  });

  it("may return a value that is no promise", async () => {
    const changes: StateChange[] = [];
    const onChange = (change: StateChange) => changes.push(change);
    const server = openServer({ onChange: onChange as unknown as (change: StateChange) => void });
    server.control.brains.create();
    expect((await send(server, archive)).status).toBe(201);
    expect(changes.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it("is awaited before the response, one change after the other", async () => {
    const events: string[] = [];
    const server = openServer({
      onChange: async ({ sequence }) => {
        events.push(`begin ${sequence}`);
        await setImmediate();
        events.push(`end ${sequence}`);
      },
    });
    const requests = [archive, "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck"].map(async (line) => {
      await send(server, line);
      events.push("response");
    });
    await Promise.all(requests);
    expect(events).toEqual(["begin 1", "end 1", expect.any(String), expect.any(String), "end 2", "response"]);
    expect(events.slice(2, 4).toSorted()).toEqual(["begin 2", "response"]);
  });
});

describe("a listener that fails", () => {
  function openFailing(isAsynchronous: boolean) {
    const received: number[] = [];
    let failures = 2;
    const fail = () => {
      failures -= 1;
      throw new Error("the disk is full");
    };
    const record = ({ sequence }: StateChange) => (failures > 0 ? fail() : void received.push(sequence));
    const onChange = isAsynchronous ? async (change: StateChange) => record(change) : record;
    return { server: openServer({ onChange }), received };
  }

  it.each([true, false])(
    "fails the request, and receives the change again before the next (asynchronous: %s)",
    async (isAsynchronous) => {
      const { server, received } = openFailing(isAsynchronous);
      const message =
        "onChange failed with change 1: the disk is full. The change was made. onChange receives it again before the next one";
      expect(await send(server, archive)).toMatchObject({ status: 500, body: { message } });
      const remove = "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck";
      expect(await send(server, remove)).toMatchObject({ status: 500, body: { message } });
      expect(received).toEqual([]);
      expect(server.snapshot().bindings).toHaveLength(4);
      expect(await send(server, remove)).toMatchObject({ status: 200 });
      expect(received).toEqual([1, 2]);
      expect(server.snapshot().bindings).toHaveLength(3);
    },
  );

  it.each([true, false])(
    "fails an operation that the journal lists as committed (asynchronous: %s)",
    async (isAsynchronous) => {
      const { server } = openFailing(isAsynchronous);
      await send(server, archive);
      await send(server, index);
      expect(server.journal.entries()).toMatchObject([
        { status: 500, reason: "failure", committed: true },
        { status: 500, reason: "failure", committed: false },
      ]);
    },
  );

  it("has a message that is cut if it is long", () => {
    const server = openServer({
      onChange: () => {
        throw new Error("full ".repeat(10_000));
      },
    });
    expect(() => server.control.brains.create()).toThrow(
      /^onChange failed with change 1: .{500}\. The change was made/,
    );
  });

  it("makes a control throw, in the same process and over HTTP", async () => {
    const { server, received } = openFailing(false);
    expect(() => server.control.brains.create()).toThrow("onChange failed with change 1: the disk is full");
    expect(await post(server, "brains/create", "{}")).toMatchObject({
      status: 500,
      body: { error: { code: "unexpected" } },
    });
    expect(server.control.brains.create().name).toBe("Brain");
    expect(received).toEqual([1, 2]);
  });

  it("fails a control over HTTP if its promise is rejected", async () => {
    const { server } = openFailing(true);
    expect(await post(server, "brains/create", "{}")).toMatchObject({
      status: 500,
      body: { error: { code: "unexpected" } },
    });
  });

  it("must not leave too many changes waiting", () => {
    const server = createReferenceServer({ onChange: () => new Promise(() => {}) });
    const create = () => server.control.organizations.create();
    for (let count = 0; count < 10_000; count += 1) create();
    expect(create).toThrow("onChange has not handled 10000 changes yet");
  });
});
