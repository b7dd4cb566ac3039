import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { invalidRequestResponse } from "./invalid-request-response.ts";
import { post, read } from "./post.ts";
import { transports } from "./transports.ts";

const encoder = new TextEncoder();
const wrongType = invalidRequestResponse(
  "body",
  "",
  "must have the Content-Type application/json; curl sends it with --json",
);
const noJson = (position?: string) => {
  const message = `it is not JSON${position === undefined ? "" : `: syntax error at ${position}`}`;
  const error = {
    code: "invalid_input",
    message: `Failed to read the body: ${message}.`,
    problems: [{ path: "", message }],
  };
  return { status: 400, body: { error } };
};

describe.each(transports)("a body that is sent $way", ({ reach }) => {
  it.each([
    { what: "none", init: {} },
    { what: "an empty text", init: { body: "" } },
    { what: "nothing in JSON", init: { body: "", headers: { "content-type": "application/json" } } },
    { what: "an object", init: { body: "{}", headers: { "content-type": "application/json" } } },
    {
      what: "an object in UTF-8",
      init: { body: "{}", headers: { "content-type": "Application/JSON ; charset=utf-8" } },
    },
  ])("may be $what", async ({ init }) => {
    const server = openServer();
    await using reached = await reach(server);
    const response = await reached.fetch(`${reached.url}/_control/brains/create`, { method: "POST", ...init });
    expect(server.snapshot().brains).toContainEqual((await read(response)).body);
    expect(server.snapshot().brains).toHaveLength(4);
  });

  it.each([
    { what: "without a content type", body: encoder.encode("{}"), received: wrongType },
    { what: "as text", body: "{}", received: wrongType },
    { what: "as a form", body: new URLSearchParams({ name: "Fjord" }), received: wrongType },
    { what: "as another JSON", body: "{}", type: "application/jsonx", received: wrongType },
    { what: "as a JSON of something", body: "{}", type: "application/problem+json", received: wrongType },
    { what: "that is broken", body: '{"name":', type: "application/json", received: noJson() },
    { what: "that is no JSON", body: "name=Fjord", type: "application/json", received: noJson() },
    { what: "that is two", body: "{} {}", type: "application/json", received: noJson("line 1 column 4") },
    {
      what: "with an error in the third line",
      body: '{\n  "name": "Fjord",\n  "organizationId": north\n}',
      type: "application/json",
      received: noJson(),
    },
    {
      what: "of a byte too many",
      body: '{"name":"Fjord\u0000"}',
      type: "application/json",
      received: noJson("line 1 column 15"),
    },
  ])("is rejected $what", async ({ body, type, received }) => {
    const server = openServer();
    await using reached = await reach(server);
    const headers = { ...(type !== undefined && { "content-type": type }) };
    const init = { method: "POST", headers, body };
    expect(await read(await reached.fetch(`${reached.url}/_control/brains/create`, init))).toStrictEqual(received);
    expect(server.snapshot()).toStrictEqual(buildState());
  });

  it.each(["brains/create", "server/restore"])("must not be compressed, for %s", async (path) => {
    const server = openServer();
    await using reached = await reach(server);
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const init = { method: "POST", headers, body: gzipSync('{"version":1}') };
    expect(await read(await reached.fetch(`${reached.url}/_control/${path}`, init))).toStrictEqual(
      invalidRequestResponse("body", "", 'must not be compressed: its Content-Encoding is "gzip"'),
    );
    expect(server.snapshot()).toStrictEqual(buildState());
  });

  it.each(["[]", "null", "1", "true", '"name"'])("must be an object, not %s", async (body) => {
    const server = openServer();
    await using reached = await reach(server);
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    for (const path of ["brains/create", "clock/freeze", "clock/now", "faults/list", "deliveries/waitFor"]) {
      expect(await read(await reached.fetch(`${reached.url}/_control/${path}`, init))).toMatchObject({
        status: 400,
        body: { error: { code: "invalid_input", problems: [{ path: "", message: /^must be an object, not/ }] } },
      });
    }
    expect(server.snapshot()).toStrictEqual(buildState());
  });
});

describe("a body", () => {
  it("that cannot be parsed is not quoted, because it may contain a key", async () => {
    const received = await post(openServer(), "apiKeys/create", '{"key": "key_secret" "role": "admin"}');
    expect(received).toStrictEqual(noJson("line 1 column 22"));
  });

  it("may be nested to any depth", async () => {
    const server = openServer();
    const deep = "[".repeat(1e5) + "]".repeat(1e5);
    for (const [path, body] of [
      ["brains/create", `{"name":${deep}}`],
      ["server/seed", `{"version":1,"brains":${deep}}`],
      ["server/seed", deep],
      ["faults/add", `{"kind":"hang","moon":${deep}}`],
    ] as const) {
      expect(await post(server, path, body)).toHaveProperty("status", 400);
    }
    server.clock.now();
    const [entry] = await entries(server);
    const explained = await post(
      server,
      "journal/explain",
      JSON.stringify({ entry }).replace('"input":{', `"input":{"deep":${deep},`),
    );
    expect(explained).toStrictEqual({ status: 200, body: entry && server.journal.explain(entry) });
  });

  it.each(["__proto__", "constructor", "toString"])("has no fields but those of its own: %s", async (name) => {
    const server = openServer();
    for (const [path, body] of [
      ["brains/create", `{"${name}":{"name":"Fjord"}}`],
      ["clock/freeze", `{"${name}":{"at":0}}`],
      ["clock/now", `{"${name}":{}}`],
      ["server/seed", `{"version":1,"${name}":[]}`],
      ["server/restore", `{"version":1,"organizations":[{"id":"org","name":"West","${name}":{}}]}`],
      ["server/reset", `{"${name}":null}`],
    ] as const) {
      const { status, body: received } = await post(server, path, body);
      expect(status).toBe(400);
      expect(JSON.stringify(received)).toContain(name);
    }
    expect(server.snapshot()).toStrictEqual(buildState());
    expect({}).not.toHaveProperty("at");
  });
});

async function entries(server: ReturnType<typeof openServer>) {
  await server.fetch(`${server.baseUrl}/v1/brains/brain_tides/index`, { headers: { "x-api-key": "key_north" } });
  return server.journal.entries();
}
