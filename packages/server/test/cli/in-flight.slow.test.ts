import { request } from "node:http";
import type { Organization, State, StoredBinding, StoredChannel, StoredPage } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { type StartedServer, startServer } from "./start-server.ts";
import { createStateFile, readState } from "./state-files.ts";

const count = 100;
const each = <Item>(make: (index: number) => Item) => Array.from({ length: count }, (_, index) => make(index));

/** A hundred pages to archive, and a hundred bindings to change. */
const state: State = buildState({
  pages: each((index): StoredPage => buildPage({ slug: `page-${index}` })),
  channels: each(
    (index): StoredChannel => ({
      installationId: "installation_north",
      id: `C_${index}`,
      name: `channel-${index}`,
      isPrivate: false,
      isMember: true,
    }),
  ),
  bindings: each((index): StoredBinding => buildBinding({ id: `binding_${index}`, channelId: `C_${index}` })),
});

/** A request that changes the state. `isIn` returns whether a state has the change. */
interface Write {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly isIn: (state: Required<State>) => boolean;
}

const archives = each(
  (index): Write => ({
    method: "POST",
    path: `/v1/brains/brain_tides/pages/page-${index}/archive`,
    isIn: ({ pages }) => pages.some(({ slug, archived }) => slug === `page-${index}` && archived),
  }),
);
const updates = each(
  (index): Write => ({
    method: "PATCH",
    path: `/v1/brains/brain_tides/messaging/bindings/binding_${index}`,
    body: { notifyBriefs: false },
    isIn: ({ bindings }) => bindings.some(({ id, notifyBriefs }) => id === `binding_${index}` && !notifyBriefs),
  }),
);
const creations = each(
  (index): Write => ({
    method: "POST",
    path: "/_control/organizations/create",
    body: { id: `org_${index}`, name: "New" } satisfies Organization,
    isIn: ({ organizations }) => organizations.some(({ id }) => id === `org_${index}`),
  }),
);

/** Sends a write on a connection of its own. `responded` resolves with the status of the response; 0 if the connection broke. */
function send({ host, port }: StartedServer, { method, path, body }: Write) {
  const sent = Promise.withResolvers<void>();
  const responded = new Promise<number>((resolve) => {
    const headers = { "x-api-key": "key_north", "content-type": "application/json" };
    const outgoing = request({ host, port, method, path, headers, agent: false });
    outgoing.on("finish", sent.resolve).on("error", () => {
      sent.resolve();
      resolve(0);
    });
    outgoing.on("response", (response) => {
      response.on("error", () => resolve(0)).on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    outgoing.end(body && JSON.stringify(body));
  });
  return { sent: sent.promise, responded };
}

/** Starts a server with the state, which it exports to the file from which it was read. */
async function startExporting(latency: number) {
  await using resources = new AsyncDisposableStack();
  const { path } = resources.use(await createStateFile(state));
  const flags = ["--seed", path, "--export-on-exit", path, "--latency", String(latency)];
  const server = resources.use(await startServer(flags));
  const owned = resources.move();
  return { server, exported: () => readState(path), [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

describe.concurrent.each([
  ["SIGTERM", "SIGINT"],
  ["SIGINT", "SIGTERM"],
] as const)("%s during 200 requests in flight", (signal, other) => {
  it.concurrent("sends each of them its response, and exports their changes", async () => {
    await using exporting = await startExporting(1000);
    const { server, exported } = exporting;
    const writes = [...archives, ...updates];
    const requests = writes.map((write) => send(server, write));
    await Promise.all(requests.map(({ sent }) => sent));
    // Connections are accepted in order, so after this response the server has accepted all of them.
    await fetch(`${server.url}/_health`);
    const ended = server.stop(signal);
    for (const { responded } of requests) expect([200, 201]).toContain(await responded);
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
    const held = await exported();
    expect(writes.filter(({ isIn }) => !isIn(held))).toEqual([]);
  });

  it.concurrent("and another signal break their connections, and exports the state without them", async () => {
    await using exporting = await startExporting(100_000);
    const { server, exported } = exporting;
    const writes = [...archives, ...updates];
    const requests = writes.map((write) => send(server, write));
    await Promise.all(requests.map(({ sent }) => sent));
    await fetch(`${server.url}/_health`);
    const ended = server.stop(signal, other);
    for (const { responded } of requests) expect(await responded).toBe(0);
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
    const held = await exported();
    expect(writes.filter(({ isIn }) => isIn(held))).toEqual([]);
  });
});

describe("changes with a response are in the export, and every request ends,", () => {
  it.concurrent.each<[responses: number, signals: NodeJS.Signals[]]>([
    [1, ["SIGTERM"]],
    [60, ["SIGINT"]],
    [150, ["SIGTERM", "SIGINT"]],
    [240, ["SIGINT", "SIGHUP"]],
  ])("after %d responses and %j", async (responses, signals) => {
    await using exporting = await startExporting(5);
    const { server, exported } = exporting;
    const queue = each((index) => [archives[index], updates[index], creations[index]]).flat();
    const responded: Write[] = [];
    let ended: ReturnType<StartedServer["stop"]> | undefined;

    async function work(): Promise<void> {
      for (let write = queue.pop(); write; write = queue.pop()) {
        const status = await send(server, write).responded;
        if (status === 0) return;
        expect([200, 201]).toContain(status);
        responded.push(write);
        if (responded.length === responses) ended = server.stop(...signals);
      }
    }

    await Promise.all(Array.from({ length: 40 }, work));
    expect(responded.length).toBeGreaterThanOrEqual(responses);
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
    const held = await exported();
    expect(responded.filter(({ isIn }) => !isIn(held))).toEqual([]);
  });
});

it.concurrent("a server that imports the export has all records", async () => {
  await using exporting = await startExporting(0);
  const { server, exported } = exporting;
  await Promise.all(archives.map((write) => send(server, write).responded));
  await server.stop();
  const held = await exported();
  await using stateFile = await createStateFile(held);
  await using next = await startServer(["--import", stateFile.path]);
  expect(await (await connect(next.url)).snapshot()).toEqual(held);
});
