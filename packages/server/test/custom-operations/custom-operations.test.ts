import { runInNewContext } from "node:vm";
import { KnowledgeBase, NotFoundError } from "@knowledge-base/sdk";
import { createReferenceServer, implement } from "@knowledge-base/server";
import "@knowledge-base/server/vitest";
import { contract, defineOperation, pageSchema } from "@knowledge-base/types";
import { expect, it } from "vitest";
import * as z from "zod";
import { openServer, paths, send } from "../helpers/open-server.ts";
import { transportNames, transports } from "../helpers/transports.ts";

it("a custom operation is called with the client like any other", async () => {
  const countPages = defineOperation({
    id: "pages.count",
    summary: "Count pages",
    method: "GET",
    path: "/v1/brains/{brainId}/count",
    success: { status: 200, schema: z.number() },
    errors: [401, 404],
    idempotency: "safe",
  });
  const count = implement(countPages, ({ input, control }) => control.pages.list(input).length);
  const kb = new KnowledgeBase(openServer({ operations: [count] }).connection);
  expect(await kb.call(countPages, { brainId: "brain_tides" })).toBe(1);
  await expect(kb.call(countPages, { brainId: "brain_moon" })).rejects.toThrow(NotFoundError);
});

const base = { summary: "Do it", method: "POST", errors: [400, 401, 404], idempotency: "unsafe" } as const;
const success = { status: 200, schema: z.unknown() };

const restorePage = defineOperation({
  ...base,
  id: "pages.restore",
  summary: "Restore a page",
  path: "/v1/brains/{brainId}/pages/{slug}/restore",
  success: { status: 201, schema: pageSchema },
});
const search = defineOperation({
  ...base,
  id: "pages.search",
  path: "/v1/brains/{brainId}/search",
  query: z.object({ limit: z.number().max(9).default(3), tag: z.array(z.string()).optional() }),
  body: z.object({ text: z.string().refine(async (text) => text !== "rude", "must be polite") }),
  success: { status: 200, schema: z.object({ found: z.array(z.string()), limit: z.number() }) },
});

const own = [
  implement(restorePage, ({ input, control }) => control.pages.restore(input)),
  implement(search, async ({ input: { brainId, text, limit }, control }) => {
    const pages = control.pages.list({ brainId });
    return { found: pages.filter(({ title }) => title.includes(text)).map(({ slug }) => slug), limit };
  }),
];

const restore = "POST /v1/brains/brain_tides/pages/spring-tide/restore";
const archive = `POST ${paths.archive}`;
const find = "POST /v1/brains/b/search";

it.each(transportNames)("custom operations share their records with others through %s", async (transportName) => {
  const server = openServer({ operations: own });
  const { baseUrl, apiKey, fetch } = await transports[transportName](server);
  const kb = new KnowledgeBase({ baseUrl, apiKey, fetch });
  const page = { brainId: "brain_tides", slug: "spring-tide" };
  await kb.pages.archive(page);
  expect(await kb.call(restorePage, page)).toMatchObject({ slug: "spring-tide", archived: false });
  const result = await kb.call(search, { brainId: "brain_tides", text: "ide" });
  expect(result).toEqual({ found: ["spring-tide"], limit: 3 });
  expect(server).toHaveSucceededTimes("pages.restore", 1, { slug: "spring-tide" });
  const restored = { operation: "pages.restore", input: page } as const;
  expect(server).toHaveReceivedInOrder(["pages.archive", restored, "pages.search"]);
  expect(server.organization("org_north").journal.entries({ operation: "pages.search" })).toMatchObject([
    { input: { brainId: "brain_tides", text: "ide" }, requestBody: '{"text":"ide"}', committed: true },
  ]);
});

// biome-ignore format: one row a line
it.each<{ request: string; sent?: Parameters<typeof send>[2]; status: number; message: string }>([
  { request: restore, sent: { key: null }, status: 401, message: "Missing x-api-key header" },
  { request: restore, sent: { key: "key_south" }, status: 404, message: "there is no brain brain_tides." },
  { request: restore.replace("spring", "%ff"), status: 400, message: "slug must be percent-encoded UTF-8" },
  { request: restore.replace("POST", "GET"), status: 404, message: `Cannot GET ${restore.slice(5)}` },
  { request: restore.replace("spring", "neap"), status: 404, message: "brain brain_tides has no page neap-tide." },
  { request: `${find}?limit=10`, sent: { json: { text: "rude" } }, status: 400, message: "limit must be at most 9; text must be polite" },
  { request: `${find}?limit=many`, sent: { json: {} }, status: 400, message: 'limit must be a number, not "many"; text is missing' },
  { request: find, sent: { text: "{" }, status: 400, message: "body must be JSON: syntax error at line 1 column 2" },
])("a custom operation is checked: $request $sent gets $status", async ({ request, sent, status, message }) => {
  const server = openServer({ operations: own });
  expect(await send(server, request, sent)).toMatchObject({ status, body: { message } });
  expect(server.journal.entries()).toMatchObject([{ status, message }]);
});

it("a custom operation rejects unknown fields of strict bodies together with what its own rules reject", async () => {
  const server = openServer({ operations: own, strictBodies: true });
  const sent = { json: { text: "rude", colour: 1 } };
  const message = "body has unknown fields: colour; text must be polite";
  expect(await send(server, find, sent)).toMatchObject({ status: 400, body: { message } });
});

it("a custom operation has faults, by its id and its fields", async () => {
  const server = openServer({ operations: own });
  server.faults.add({ kind: "status", status: 503, operation: "pages.restore", input: { slug: "spring-tide" } });
  server.faults.add({ kind: "status", status: 502, operation: "pages.search", input: { text: "x" }, skip: 1 });
  const sent = { json: { text: "x" } };
  await send(server, archive);
  for (const status of [503, 201]) expect((await send(server, restore)).status).toBe(status);
  for (const status of [200, 502])
    expect((await send(server, "POST /v1/brains/brain_tides/search", sent)).status).toBe(status);
  expect(() => server.faults.add({ kind: "hang", operation: "pages.restored" })).toThrow("mean pages.restore?");
  expect(() => server.faults.add({ kind: "hang", operation: "pages.restore", input: { text: "" } })).toThrow(
    "input.text is not a field of pages.restore; the fields are brainId, slug.",
  );
  expect(() => expect(server).not.toHaveReceived("pages.search", { texts: "x" })).toThrow("did you mean text?");
});

it("a custom operation may return a thenable that is no Promise, such as a promise of another realm", async () => {
  const promise = runInNewContext("Promise.resolve(found)", { found: { found: [], limit: 3 } });
  const server = openServer({ operations: [implement(search, () => promise)] });
  expect(await send(server, find, { json: { text: "x" } })).toMatchObject({ status: 200, body: { limit: 3 } });
});

const at = (path: `/${string}`, id = "it.is") => implement(defineOperation({ ...base, id, path, success }), () => 1);
const startOAuth = "/v1/brains/{brainId}/messaging/oauth/start";

const below = "its path must begin with /v1/";
const sameRoute = "has the same route, POST";
const isTaken = "another operation has this id.";
// biome-ignore format: one row a line
it.each<{ operations: readonly unknown[]; problem: string }>([
  { operations: [at("/v1/a"), at("/v1/b")], problem: `operations[1], it.is: ${isTaken}` },
  { operations: [at("/v1/a", "pages.archive")], problem: `operations[0], pages.archive: ${isTaken}` },
  { operations: [implement(contract["pages.archive"], () => 1 as never)], problem: `operations[0], pages.archive: ${isTaken}` },
  { operations: [at("/v1/{a}"), at("/v1/{b}", "b")], problem: `operations[1], b: it.is ${sameRoute} /v1/{a}.` },
  { operations: [at(startOAuth)], problem: `operations[0], it.is: oauth.start ${sameRoute} ${startOAuth}.` },
  { operations: [at("/_control/x")], problem: `operations[0], it.is: ${below} (got "/_control/x").` },
  { operations: [at("/v1")], problem: `operations[0], it.is: ${below} (got "/v1").` },
  { operations: [at("/v1/{__proto__}")], problem: "operations[0], it.is: a parameter of its path must not be __proto__." },
  { operations: [at("/v1/a-{b}")], problem: `operations[0], it.is: each parameter of its path must be a whole segment (got "/v1/a-{b}").` },
])("an implementation is rejected by a server, which says '$problem'", ({ operations, problem }) => {
  const error = new TypeError(`Failed to create a server: ${problem}`);
  expect(() => openServer({ operations: operations as never })).toThrow(error);
});

it("an implementation is rejected by a server, unless implement has returned it", () => {
  const implementation = { operation: restorePage, handle: () => 1 };
  const message = "Failed to create a server: operations must be an array of what implement has returned (got ";
  for (const operations of [{}, "x", [{}], [null], Array.from({ length: 2 }), [implementation], [restorePage]])
    expect(() => createReferenceServer({ operations: operations as never })).toThrow(message);
});

it("an implementation is rejected without a handler", () => {
  const message = "Failed to implement pages.restore: the handler must be a function (got an object).";
  expect(() => implement(restorePage, {} as never)).toThrow(new TypeError(message));
});

it("an implementation is rejected without an operation that defineOperation has returned", () => {
  const message = "Failed to implement an operation: it is not one that defineOperation has returned.";
  for (const operation of [undefined, null, {}, { ...restorePage }, "pages.restore"])
    expect(() => implement(operation as never, () => 1 as never)).toThrow(new TypeError(message));
});
