import type { ReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { openTicking } from "../clock/ticking.ts";
import { archive, call, getIndex, paths } from "../faults/calls.ts";
import { settledState } from "../faults/timers.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";

const json = "application/json; charset=utf-8";

/** The only entry of a journal. */
function entryOf({ journal }: ReferenceServer) {
  const [entry, ...others] = journal.entries();
  if (!entry || others.length > 0) throw new Error("The journal does not have one entry");
  return entry;
}

describe("the headers of an entry", () => {
  it("have lower-case names in their order, and no key", async () => {
    const server = openServer();
    await getIndex(server, { headers: { "X-API-Key": "key_north", "User-Agent": "test/1", Accept: "*/*" } });
    expect(Object.entries(entryOf(server).headers)).toEqual([
      ["accept", "*/*"],
      ["user-agent", "test/1"],
      ["x-api-key", "[redacted]"],
    ]);
  });

  it.each<[form: string, headers: HeadersInit]>([
    [
      "an array",
      [
        ["x-api-key", "key_north"],
        ["accept", "text/html"],
        ["accept", "text/plain"],
      ],
    ],
    [
      "a Headers object",
      new Headers([
        ["x-api-key", "key_north"],
        ["accept", "text/html"],
        ["accept", "text/plain"],
      ]),
    ],
    ["an object with values that need trimming", { "x-api-key": " key_north", accept: "text/html, text/plain " }],
  ])("are read from %s", async (_, headers) => {
    const server = openServer();
    expect((await getIndex(server, { headers })).status).toBe(200);
    expect(entryOf(server).headers).toEqual({ accept: "text/html, text/plain", "x-api-key": "[redacted]" });
  });

  it("do not change with those of the caller", async () => {
    const server = openServer();
    const plain = { "x-api-key": "key_north", accept: "a" };
    const given = new Headers({ "x-api-key": "key_north", accept: "b" });
    const request = new Request(server.baseUrl + paths.index, { headers: { "x-api-key": "key_north", accept: "c" } });
    for (const headers of [plain, given]) await getIndex(server, { headers });
    await server.fetch(request);
    plain.accept = "changed";
    given.set("accept", "changed");
    request.headers.set("accept", "changed");
    expect(server.journal.entries().map(({ headers: { accept } }) => accept)).toEqual(["a", "b", "c"]);
  });

  it("are those of its own request, whatever the requests before it had", async () => {
    const server = openServer();
    const sent = [{}, { accept: "a" }, {}, { accept: "b" }, { via: "b" }, { accept: "b", via: "b" }, { via: "b" }];
    for (const headers of sent) await getIndex(server, { headers: { "x-api-key": "key_north", ...headers } });
    const others = server.journal.entries().map(({ headers: { "x-api-key": _, ...headers } }) => headers);
    expect(others).toEqual(sent);
  });

  it.each(["authorization", "Proxy-Authorization", "cookie"])("hide credentials in %s", async (name) => {
    const server = openServer();
    await getIndex(server, { headers: { "x-api-key": "key_north", [name]: "pass" } });
    expect(entryOf(server).headers).toHaveProperty([name.toLowerCase()], "[redacted]");
  });

  it("are those of a socket", async () => {
    const server = openServer();
    await using listener = await listen(server, { port: 0 });
    await fetch(listener.url + paths.index, { headers: { "x-api-key": "key_north", "x-request-id": "request_1" } });
    expect(entryOf(server).headers).toMatchObject({
      host: new URL(listener.url).host,
      "x-api-key": "[redacted]",
      "x-request-id": "request_1",
    });
  });
});

describe("the query of an entry", () => {
  it("is the one that was sent", async () => {
    const server = openServer();
    await call(server, `${paths.index}?limit=007&a=%20b&a=c+d`);
    expect(entryOf(server)).toMatchObject({ path: paths.index, query: "limit=007&a=%20b&a=c+d" });
  });

  it("is empty if there is none", async () => {
    const server = openServer();
    await getIndex(server);
    expect(entryOf(server).query).toBe("");
  });
});

describe("the bodies of an entry", () => {
  it("are the texts that were sent", async () => {
    const server = openServer();
    const text = '{ "notifyBriefs": false,\n"colour": "red" }';
    const { body } = await send(server, `PATCH ${paths.binding}`, { text });
    const { requestBody, responseBody } = entryOf(server);
    expect(requestBody).toBe(text);
    expect(JSON.parse(responseBody ?? "")).toEqual(body);
  });

  it.each([
    { text: "{", key: "key_north", status: 400 },
    { text: '{"notifyBriefs":1}', key: "key_north", status: 400 },
    { text: '{"notifyBriefs":true}', key: null, status: 401 },
  ])("are those of a refused request: $status", async ({ text, key, status }) => {
    const server = openServer();
    const { body } = await send(server, `PATCH ${paths.binding}`, { text, key });
    expect(entryOf(server)).toMatchObject({
      status,
      requestBody: text,
      responseHeaders: { "content-type": json },
      responseBody: JSON.stringify(body),
    });
  });

  it("are cut after 16,384 characters, also that of a body that is too large", async () => {
    const server = openServer();
    const text = JSON.stringify({ colour: "x".repeat(200_000) });
    await send(server, `PATCH ${paths.binding}`, { text });
    const entry = entryOf(server);
    expect(entry.requestBody).toBe(text.slice(0, 16_384));
    expect(entry).toMatchObject({ status: 413, truncatedFields: ["requestBody"] });
  });

  it.each([
    { length: 16_384, truncatedFields: [] },
    { length: 16_385, truncatedFields: ["requestBody"] },
  ])("are complete if they have $length characters: $truncatedFields", async ({ length, truncatedFields }) => {
    const server = openServer();
    await send(server, `PATCH ${paths.binding}`, { text: " ".repeat(length) });
    expect(entryOf(server)).toMatchObject({ truncatedFields, requestBody: " ".repeat(16_384) });
  });

  it("are not cut within a character", async () => {
    const server = openServer();
    await send(server, `PATCH ${paths.binding}`, { text: `${" ".repeat(16_383)}🌊` });
    expect(entryOf(server).requestBody).toBe(" ".repeat(16_383));
  });

  it("include a long response", async () => {
    const server = openServer();
    const { brainId } = { brainId: "brain_tides" };
    for (let page = 0; page < 100; page += 1) {
      server.control.pages.create({ brainId, title: `Page ${page}`, body: "Text", summary: "s".repeat(160) });
    }
    const body = await (await getIndex(server)).text();
    expect(body.length).toBeLessThan(16_384);
    const long = await (await call(server, `${paths.index}?limit=500`)).text();
    const [short, cut] = server.journal.entries();
    expect(short).toMatchObject({ responseBody: body, truncatedFields: [] });
    expect(cut).toMatchObject({ responseBody: long.slice(0, 16_384), truncatedFields: ["responseBody"] });
  });
});

describe("the response of an entry", () => {
  it("is null if the caller did not receive one", async () => {
    const server = openServer();
    server.faults.add({ kind: "connection_reset", afterCommit: true });
    await settledState(archive(server));
    expect(entryOf(server)).toMatchObject({ status: null, responseHeaders: null, responseBody: null });
  });

  it("is the one of a fault", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, retryAfter: 7 });
    const body = await (await archive(server)).text();
    expect(entryOf(server)).toMatchObject({
      responseHeaders: { "content-type": json, "retry-after": "7" },
      responseBody: body,
    });
  });

  it("has the part of a body that was sent", async () => {
    const server = openServer();
    const whole = await (await getIndex(server)).text();
    server.faults.add({ kind: "truncated_json" });
    const half = await (await getIndex(server)).text();
    expect(half).toBe(whole.slice(0, half.length));
    expect(server.journal.entries().at(-1)?.responseBody).toBe(half);
  });
});

describe("the duration of an entry", () => {
  it("is that of the server's clock until the response is ready", async () => {
    const { server, tick } = openTicking();
    server.faults.add({ kind: "latency", latency: 200 });
    const response = getIndex(server);
    await settledState(response);
    tick(250);
    await response;
    expect(entryOf(server)).toMatchObject({ duration: 250, latency: 200 });
  });

  it("is 0 if the clock is frozen or was moved back", async () => {
    const { server, tick } = openTicking();
    const own = server.organization("org_north");
    for (const move of [() => own.clock.freeze(), () => own.clock.set("2020-01-01T00:00:00Z")]) {
      server.faults.add({ kind: "latency", latency: 5 });
      const response = getIndex(server);
      await settledState(response);
      move();
      await response;
    }
    tick(1);
    expect(server.journal.entries().map(({ duration }) => duration)).toEqual([0, 0]);
  });

  it("is 0 if the clock fails after the operation, and the response stays the same", async () => {
    let reads = 0;
    const now = () => {
      reads += 1;
      if (reads > 2) throw new Error("The clock stopped");
      return 0;
    };
    const server = openServer({ clock: { now } });
    expect((await archive(server)).status).toBe(201);
    expect(entryOf(server)).toMatchObject({ duration: 0, status: 201, reason: "success" });
  });
});
