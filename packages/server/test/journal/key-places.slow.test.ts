import { inspect } from "node:util";
import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { paths } from "../faults/calls.ts";
import { settledState } from "../faults/timers.ts";
import { openServer } from "../open-server.ts";

const own = "kb+live+7f3a9c51d2";
const other = "kb+prod+5e8b40aa6c";
const parts = /7f3a|9c51|5e8b|40aa/i;

/** A server with two keys, of two organizations. */
function openSecret(): ReferenceServer {
  const { apiKeys, ...state } = buildState();
  const given = [
    { key: own, organizationId: "org_north", role: "admin" },
    { key: other, organizationId: "org_south", role: "admin" },
  ];
  return openServer({ seed: { ...state, apiKeys: [...given, ...apiKeys] } });
}

/** Everything that can be read of the journals of a server, in process and over HTTP. */
async function shown(server: ReferenceServer): Promise<string> {
  const remote = await connect(server.baseUrl, { fetch: withControl(server) });
  const entries = [
    ...server.journal.entries(),
    ...server.organization("org_north").journal.entries(),
    ...(await remote.journal.entries()),
    await server.journal.waitFor({ timeout: 0 }),
  ];
  return [JSON.stringify(entries), inspect(entries, { depth: 9, maxStringLength: null })].join();
}

const spellings: readonly (readonly [name: string, spell: (key: string) => string])[] = [
  ["as it is", (key) => key],
  ["percent-encoded", encodeURIComponent],
];

const places: readonly (readonly [name: string, send: (server: ReferenceServer, text: string) => Promise<unknown>])[] =
  [
    ["a header", (server, text) => request(server, "GET", paths.index, { "x-request-id": `a-${text}-b` })],
    ["the query", (server, text) => request(server, "GET", `${paths.index}?q=a-${text}-b`)],
    ["a body that is not JSON", (server, text) => request(server, "PATCH", paths.binding, {}, `a=${text}&b=1`)],
    ["a field of a body", (server, text) => request(server, "PATCH", paths.binding, {}, `{"colour":"a ${text} b"}`)],
    [
      "a wrong value of a body",
      (server, text) => request(server, "PATCH", paths.binding, {}, `{"notifyBriefs":"${text}"}`),
    ],
    ["the body of a request without a route", (server, text) => request(server, "POST", "/nowhere", {}, text)],
    ["the path", (server, text) => request(server, "GET", `/v1/brains/${text.replaceAll("\\", "%5C")}/index`)],
  ];

function request(
  server: ReferenceServer,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Response> {
  return server.fetch(server.baseUrl + path, {
    method,
    headers: { "x-api-key": own, "content-type": "application/json", ...headers },
    ...(body !== undefined && { body }),
  });
}

const cases = places.flatMap(([place, send]) =>
  spellings
    // In the path of a URL, a backslash is a slash and a number sign is its end.
    .filter(([, spell]) => place !== "the path" || !/[\\#]/.test(spell(own)))
    .map(([name, spell]) => ({ place, send, name, spell })),
);

describe("no field of an entry", () => {
  it.each(cases)("contains the key of the request, $name in $place", async ({ send, spell }) => {
    const server = openSecret();
    await send(server, spell(own));
    expect(await shown(server)).not.toMatch(parts);
    expect(await shown(server)).not.toContain(spell(own));
  });

  it.each(cases)("contains the key of another organization, $name in $place", async ({ send, spell }) => {
    const server = openSecret();
    await send(server, spell(other));
    expect(await shown(server)).not.toMatch(parts);
    expect(await shown(server)).not.toContain(spell(other));
  });

  it("contains a key of a header that was sent twice", async () => {
    const server = openSecret();
    const keys: [string, string][] = [
      ["x-api-key", "kb_first_1111"],
      ["x-api-key", "kb_second_2222"],
    ];
    await server.fetch(`${server.baseUrl}/?kb_first_1111=kb_second_2222`, { headers: keys });
    expect(await shown(server)).not.toMatch(/1111|2222/);
  });

  it("contains a part of a long key that a message would cut", async () => {
    const server = openSecret();
    const key = `kb_long_${"4711".repeat(20)}`;
    server.control.apiKeys.create({ apiKey: key });
    await request(server, "GET", `${paths.index}?limit=${key}`);
    await request(server, "PATCH", paths.binding, { "content-encoding": key }, "{}");
    expect(await shown(server)).not.toMatch(/4711/);
    expect(server.journal.entries()).toMatchObject([
      { message: "limit must be a number, not a text of 88 characters" },
      { message: "body must not be compressed: its Content-Encoding is a text of 88 characters" },
    ]);
  });

  it("contains a part of a key that separates parameters of the query", async () => {
    const server = openSecret();
    const key = "kb_start&colour=middle&limit=end";
    const channels = "/v1/brains/brain_tides/messaging/channels";
    server.control.apiKeys.create({ apiKey: key });
    await request(server, "GET", `${channels}?more=1&installationId=x&${key}`);
    await request(server, "GET", `${channels}?installationId=${key}`);
    const redacted = "query.[redacted]";
    expect(server.journal.entries()).toMatchObject([
      { input: { installationId: "x" }, ignoredFields: ["query.more", redacted, redacted, redacted] },
      { input: { installationId: "" }, ignoredFields: [redacted, redacted] },
    ]);
    expect(await shown(server)).not.toMatch(/start|middle/);
  });

  it("contains a key in a response", async () => {
    const server = openSecret();
    server.control.pages.create({ brainId: "brain_tides", title: "Keys", summary: `Ours is ${other}`, body: "x" });
    await request(server, "GET", paths.index);
    const [entry] = server.journal.entries();
    expect(entry?.responseBody).toContain('"summary":"Ours is [redacted]"');
    expect(await shown(server)).not.toMatch(parts);
  });
});

describe("a key that is deleted before the entry is read", () => {
  const send = (server: ReferenceServer) => request(server, "PATCH", paths.binding, {}, `{"colour":"${other}"}`);

  it.each<[event: string, remove: (server: ReferenceServer) => void]>([
    ["revoked", (server) => server.control.apiKeys.revoke({ apiKey: other })],
    ["deleted with its organization", (server) => server.control.organizations.delete({ organizationId: "org_south" })],
    ["replaced by a restore", (server) => server.restore(buildState())],
  ])("is redacted: %s", async (_, remove) => {
    const server = openSecret();
    await send(server);
    remove(server);
    expect(server.journal.entries()).toMatchObject([{ requestBody: '{"colour":"[redacted]"}' }]);
    expect(await shown(server)).not.toMatch(parts);
  });

  it("is redacted, however many are deleted after it", async () => {
    const server = openSecret();
    await send(server);
    server.control.apiKeys.revoke({ apiKey: other });
    for (let count = 0; count < 2500; count += 1) {
      const { key } = server.control.apiKeys.create();
      server.control.apiKeys.revoke({ apiKey: key });
    }
    expect(server.journal.entries()).toMatchObject([{ requestBody: '{"colour":"[redacted]"}' }]);
  });
});

describe("a key that is created after the entry was read", () => {
  it("is redacted in later requests", async () => {
    const server = openSecret();
    expect(server.journal.entries()).toEqual([]);
    const key = "kb_new_key_77aa";
    server.control.apiKeys.create({ apiKey: key });
    await request(server, "GET", `${paths.index}?x=${key}`);
    expect(server.journal.entries()).toMatchObject([{ query: "x=[redacted]" }]);
  });
});

describe("a key at the point where a body is cut", () => {
  const limit = 16_384;

  it.each([...spellings])("leaves no part of itself: %s", async (_, spell) => {
    for (const key of [own, other]) {
      const text = spell(key);
      for (let kept = 1; kept < text.length; kept += Math.ceil(text.length / 30)) {
        const server = openSecret();
        const body = `${" ".repeat(limit - kept)}${text} and more`;
        await request(server, "PATCH", paths.binding, {}, body);
        const [entry] = server.journal.entries();
        expect(entry?.requestBody.trim()).toMatch(/^(\[redacted\]|.{0,1})$/);
        expect(entry?.truncatedFields).toEqual(["requestBody"]);
      }
    }
  });

  it("changes nothing else", async () => {
    const server = openSecret();
    await request(server, "PATCH", paths.binding, {}, "x".repeat(limit * 2));
    expect(server.journal.entries()[0]?.requestBody).toBe("x".repeat(limit));
  });

  it("leaves no part in a response that a fault cuts", async () => {
    const server = openSecret();
    const answers = async (title: string) => {
      server.control.pages.edit({ brainId: "brain_tides", slug: "spring-tide", title });
      for (const kind of ["truncated_json", "stalled_body"] as const) {
        server.faults.add({ kind });
        await settledState(request(server, "GET", `${paths.index}?limit=1`));
      }
    };
    for (let padding = 0; padding < 150; padding += 1) await answers(`${"-".repeat(padding)}${other}`);
    const bodies = server.journal.entries().map(({ responseBody }) => responseBody ?? "");
    expect(bodies).toHaveLength(300);
    expect(bodies.filter((body) => body.endsWith("[redacted]") || body.endsWith("-")).length).toBeGreaterThan(10);
    expect(bodies.filter((body) => /kb_p/i.test(body))).toEqual([]);
  });
});

describe("the cost of reading entries", () => {
  it("does not grow with the product of keys and entries", async () => {
    const server = openSecret();
    const keys = Array.from({ length: 3000 }, (_, index) => `kb_many_${String(index).padStart(8, "0")}`);
    for (const apiKey of keys) server.control.apiKeys.create({ apiKey });
    for (let count = 0; count < 200; count += 1) {
      const texts = Array.from({ length: 100 }, (_, index) => `\\u006bb_many_${index} %6bb_many_`).join(" ");
      await request(server, "PATCH", paths.binding, {}, `{"text":"${texts}","key":"${keys[count]}"}`);
    }
    expect(server.journal.entries().every(({ requestBody }) => requestBody.includes('"key":"[redacted]"'))).toBe(true);
  }, 20_000);
});
