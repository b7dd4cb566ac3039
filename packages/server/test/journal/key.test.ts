import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildState } from "../helpers/build-state.ts";
import { connectTo, post } from "../helpers/control-calls.ts";
import { openServer, paths, request, type SendOptions } from "../helpers/open-server.ts";

type Sent = SendOptions & { readonly request: string };

const update = { request: `PATCH ${paths.binding}` };

const encodeBytes = (text: string) => text.replaceAll(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const lowerCase = (encoded: string) => encoded.replaceAll(/%../g, (byte) => byte.toLowerCase());
const escapeCharacters = (text: string) => text.replaceAll(/./g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
const quote = (text: string) => JSON.stringify(text).slice(1, -1);

const nest = (text: string, levels: number): unknown => (levels === 0 ? text : [nest(text, levels - 1)]);

const getIndex = { request: `GET ${paths.index}` };
const encode = encodeURIComponent;
const notInName = /[^\w!#$%&'*+.^`|~-]/g;

// The parts of a request that may contain its key.
const places: Readonly<Record<string, (key: string) => Sent>> = {
  "no other place": () => getIndex,
  "a path parameter": (key) => ({ request: `GET /v1/brains/${encode(key)}/index` }),
  "a path parameter, in lower case": (key) => ({ request: `GET /v1/brains/${lowerCase(encode(key))}/index` }),
  "a path in which every byte is encoded": (key) => ({ request: `GET /v1/brains/${encodeBytes(key)}/index` }),
  "a path with it as it is, of no route": (key) => ({ request: `GET /v1/brains/x-${key}-y/index` }),
  "the path of no route": (key) => ({ request: `GET /v1/${encode(key)}/x` }),
  "a query": (key) => ({ request: `GET ${paths.index}?limit=${encode(key)}` }),
  "a query, as it is": (key) => ({ request: `GET ${paths.index}?limit=${key}` }),
  "the query of a form": (key) => ({ request: `GET ${paths.index}?${new URLSearchParams([[key, key]])}` }),
  "the body of a form": (key) => ({ ...update, text: `${new URLSearchParams({ key })}` }),
  "a field of the body": (key) => ({ ...update, json: { notifyBriefs: key } }),
  "a nested value and name": (key) => ({ ...update, json: { notifyBriefs: [{ [key]: `a ${key}` }] } }),
  "a value below 40 levels": (key) => ({ ...update, json: { notifyBriefs: nest(key, 40) } }),
  "an unknown field": (key) => ({ ...update, json: { [key]: key } }),
  "a JSON text in JSON": (key) => ({ ...update, text: JSON.stringify(key.replaceAll("/", "\\/")) }),
  "a body that is no JSON": (key) => ({ ...update, text: `{"notifyBriefs": ${key}}` }),
  "a body in which all is escaped": (key) => ({ ...update, text: `{"notifyBriefs":"${escapeCharacters(key)}"}` }),
  "the end of a body that is cut": (key) => ({ ...update, text: "z".repeat(16_384 - key.length + 3) + key }),
  "another header": (key) => ({ ...getIndex, headers: { "x-forwarded-key": `Bearer ${key}`, cookie: key } }),
  "the name of a header": (key) => ({ ...getIndex, headers: { [key.replaceAll(notInName, "")]: "1" } }),
};

// Checks that nothing that can be read of the journals contains a key.
async function expectNowhere(server: ReferenceServer, key: string): Promise<void> {
  // Before the entries are written.
  const { body: changes } = await post(server, "server/changes", "{}");
  const remote = await connectTo(server);
  const entries = [...server.journal.entries(), ...server.organization("org_north").journal.entries()];
  const explanations = entries.map((entry) => server.journal.explain(entry));
  const shown = JSON.stringify([entries, explanations, changes, await remote.journal.entries()]);
  expect(entries.length).toBeGreaterThan(0);
  const decode = (text: string) => text.replaceAll(/%[0-9a-f]{2}/gi, decodeURIComponent);
  for (const view of [shown, decode(shown), decode(decode(shown))])
    for (const written of [key, quote(key), quote(quote(key))]) expect(view).not.toContain(written);
}

// A key of letters, one with signs that URLs and JSON escape, and one that is encoded itself.
const keys = ["kb_live_7f3a9c51d2", `kb/"live"7f3a{9c}+51&d2!(~)`, "pass%20word%2Ffoo1"];

const rows = Object.entries(places).flatMap(([place, write]) => keys.map((key) => ({ place, key, write })));
it.each(rows)("the key of a request $key is in no journal if it is also in $place", async ({ key, write }) => {
  for (const apiKeys of [[{ key, organizationId: "org_north", role: "admin" }], []]) {
    const server = openServer({ seed: buildState({ apiKeys: [...apiKeys, ...buildState().apiKeys] }) });
    const { request: methodAndPath, ...sending } = write(key);
    await request(server, methodAndPath, { ...sending, key });
    await expectNowhere(server, key);
  }
});

it("the key of a request isn't in the journal if it is the method, or in the response of a fault", async () => {
  const server = openServer();
  const [key] = keys as [string];
  server.faults.add({ kind: "response", status: 200, headers: { etag: key }, body: { [key]: key } });
  for (const method of ["GET", key]) await request(server, `${method} ${paths.index}`, { key });
  await expectNowhere(server, key);
  expect(server.journal.entries()).toMatchObject([
    { responseHeaders: { etag: "[redacted]" }, responseBody: '{"[redacted]":"[redacted]"}' },
    { method: "[redacted]", message: `Cannot [redacted] ${paths.index}` },
  ]);
});

it("the key of a request isn't in the journal if it is sent twice", async () => {
  const server = openServer();
  const [key] = keys as [string];
  const header: [string, string] = ["x-api-key", key];
  await server.fetch(server.baseUrl + paths.index, { headers: [header, header] });
  await expectNowhere(server, key);
});

it("the key of a request leaves no beginning of it at the cut of a body", async () => {
  const server = openServer();
  const [, , key = ""] = keys;
  const encoded = encodeURIComponent(key);
  for (let kept = 6; kept < encoded.length; kept += 1)
    await request(server, "POST /v1/x", { key, text: "z".repeat(16_384 - kept) + encoded });
  for (const { requestBody } of server.journal.entries()) expect(requestBody).toMatch(/^z+\[redac(t(e(d\]?)?)?)?$/);
});

it("a key of fewer than 8 characters is redacted in its header only", async () => {
  const server = openServer();
  const path = `/v1/brains/kb_org1-key_south/index`;
  await request(server, `GET ${path}`, { key: "kb_org1" });
  expect(server.journal.entries()).toMatchObject([{ path, headers: { "x-api-key": "[redacted]" } }]);
});
