import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { post } from "../helpers/control-calls.ts";
import { findSchemaProblems, operationAt } from "../helpers/document-checker.ts";
import { getIndex, openServer, paths, send } from "../helpers/open-server.ts";

type Changes = { run: string; version: number; complete: boolean; requests: readonly { id: string; path: string }[] };

async function readChanges(server: ReferenceServer, known: { readonly run?: string; readonly after?: string } = {}) {
  const { status, body } = await post(server, "server/changes", JSON.stringify(known));
  expect(status).toBe(200);
  const { requestBody, responses } = operationAt("server/changes");
  expect(findSchemaProblems(requestBody?.content, known)).toBeUndefined();
  expect(findSchemaProblems(responses[200]?.content, body)).toBeUndefined();
  const { requests, ...rest } = body as Changes;
  return { ...rest, requests, ids: requests.map(({ id }) => id) };
}

const north = (server: ReferenceServer) => server.organization("org_north");

type Cause = (server: ReferenceServer) => unknown;

const versionsAround = async (cause: Cause) => {
  const server = openServer();
  const before = await readChanges(server);
  await cause(server);
  const { run, version } = await readChanges(server);
  expect(run).toBe(before.run);
  return [before.version, version] as const;
};

it.each<{ what: string; cause: Cause }>([
  { what: "a request", cause: getIndex },
  { what: "a read", cause: ({ control }) => control.brains.list() },
  { what: "a rejection", cause: ({ control }) => expect(() => control.brains.get({ brainId: "x" })).toThrow() },
  { what: "the removal of no fault", cause: ({ faults }) => expect(() => faults.remove("fault_1")).toThrow() },
])("the changes of a server have the same version after $what", async ({ cause }) => {
  const [before, after] = await versionsAround(cause);
  expect(after).toBe(before);
});

// biome-ignore format: one row a line
it.each<{ what: string; cause: Cause }>([
  { what: "a changed page", cause: ({ control }) => control.pages.pin({ brainId: "brain_tides", slug: "spring-tide" }) },
  { what: "an API key", cause: ({ control }) => control.apiKeys.create({ organizationId: "org_south" }) },
  { what: "a started authorization", cause: (server) => send(server, `POST ${paths.start}`) },
  { what: "a fault", cause: (server) => server.faults.add({ kind: "hang" }) },
  { what: "a fault of an organization", cause: (server) => north(server).faults.add({ kind: "hang" }) },
  { what: "a clock", cause: (server) => server.clock.freeze() },
  { what: "the clock of an organization", cause: (server) => north(server).clock.advance(1) },
  { what: "cleared deliveries", cause: ({ deliveries }) => deliveries.clear() },
  { what: "restored records", cause: (server) => server.restore({ version: 1 }) },
  { what: "an organization that is reset", cause: (server) => north(server).reset() },
])("the changes of a server have a higher version after $what", async ({ cause }) => {
  const [before, after] = await versionsAround(cause);
  expect(after).toBeGreaterThan(before);
});

it("the changes of a server are the requests that have ended since the last one, in the order of their ends", async () => {
  const server = openServer();
  const { run } = await readChanges(server);
  server.faults.add({ kind: "latency", latency: 20 });
  const slow = getIndex(server);
  await getIndex(server);
  expect(await readChanges(server, { run })).toMatchObject({ complete: true, ids: ["request_2"] });
  await slow;
  await getIndex(server);
  const ids = ["request_1", "request_3"];
  expect(await readChanges(server, { run, after: "request_2" })).toMatchObject({ complete: false, ids });
  expect(await readChanges(server, { run, after: "request_3" })).toMatchObject({ complete: false, ids: [] });
});

it("the changes of a server are all requests for a reader that knows no request, no run, or others", async () => {
  const server = openServer();
  const { run } = await readChanges(server);
  await getIndex(server);
  const all = { complete: true, ids: ["request_1"] };
  for (const known of [{}, { after: "request_1" }, { run: "moon", after: "request_1" }, { run, after: "request_9" }])
    expect(await readChanges(server, known)).toMatchObject(all);
});

it("the changes of a server are those of another run after a reset", async () => {
  const server = openServer();
  const first = await readChanges(server);
  await getIndex(server);
  server.reset();
  await getIndex(server);
  const { run, ids } = await readChanges(server, { run: first.run, after: "request_1" });
  expect(run).not.toBe(first.run);
  expect(ids).toEqual(["request_1"]);
});

it("the changes of a server have no key of their request, also if the keys differ", async () => {
  const server = openServer();
  const keys = ["kb_of_the_first", "kb_of_the_second", "kb_of_the_first"];
  for (const key of keys) await send(server, `GET /v1/${key}`, { key });
  const paths = (await readChanges(server)).requests.map(({ path }) => path);
  expect(paths).toEqual(keys.map(() => "/v1/[redacted]"));
});

it("the changes of a server have no headers and bodies, and texts of 500 characters", async () => {
  const server = openServer();
  await send(server, `GET /v1/${"x".repeat(600)}?${"y".repeat(600)}`);
  const [request] = (await readChanges(server)).requests;
  const query = expect.stringMatching(/^y{499}…$/);
  expect(request).toMatchObject({ path: `/v1/${"x".repeat(495)}…`, status: 404, query });
  expect(Object.keys(request ?? {}).join()).toBe(
    "id,at,duration,organizationId,method,path,query,operation,status,reason,message,fault,latency,committed",
  );
});
