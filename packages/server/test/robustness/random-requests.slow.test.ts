import type { ReferenceServer } from "@knowledge-base/server";
import { contract, errorBodySchema, type OperationId } from "@knowledge-base/types";
import { parseSync } from "@knowledge-base/types/internal";
import fc from "fast-check";
import { expect, it } from "vitest";
import { checkProperty, propertyTimeoutMs } from "../helpers/check-property.ts";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer, send } from "../helpers/open-server.ts";
import { requests } from "../helpers/requests.ts";

type Header = [name: string, value: string];

// A request with any value in every part. Its target is a path and a query. `STATE` stands for the state of an authorization.
type AnyRequest = { method: string; target: string; headers: Header[]; body: string | null };

const { constantFrom: of } = fc;
const words = (text: string) => of(...text.split(" "));

const key: Header = ["x-api-key", "key_north"];
const json: Header = ["content-type", "application/json"];
const form: Header = ["content-type", "application/x-www-form-urlencoded"];
const consent = "/_platform/oauth/authorize";

// Requests of which most succeed in the test state.
const realistic: readonly AnyRequest[] = [
  ...[{}, {}, { brainId: "brain_ropes" }, { brainId: "brain_south" }].flatMap(requests).map((request) => {
    const { method, path, query, sending } = request;
    const body = sending.json === undefined ? null : '{"notifyBriefs":false,"colour":[1]}';
    return { method, target: path + query, headers: body === null ? [key] : [key, json], body };
  }),
  ...["approve", "deny", "x"].map((decision) => {
    return { method: "POST", target: consent, headers: [form], body: `decision=${decision}&state=STATE` };
  }),
  ...[`${consent}?state=STATE`, "/_platform/oauth/done?code=x&state=y"].map((target) => {
    return { method: "GET", target, headers: [], body: null };
  }),
];

// A text of any kind, often one that reveals bugs.
const anyText = fc.oneof(
  words("/ // /. /.. /%2e%2e/ .. % %zz %00 %2F %ff %ED%A0%80 %C3%BC \\ ; ? # & = + ?limit=6 ?limit=five ?state=x"),
  words("__proto__ constructor null undefined NaN -1 0 1e309 [] {} {brainId} größe 🌊 ÿ /v1 key_south"),
  of("", " ", "\t", "\u0000", "\u202e", "\ufeff", "x".repeat(9000), "&limit=1".repeat(3000)),
  fc.string({ unit: "binary", maxLength: 20 }),
);

const methods = words("GET POST PUT PATCH DELETE HEAD OPTIONS TRACE CONNECT PROPFIND get Patch GÉT __proto__");

const anyHeader: fc.Arbitrary<Header> = fc.oneof(
  fc.tuple(of("x-api-key"), of("key_south", "KEY_NORTH", "key_north, key_north", " key_north ", "")),
  fc.tuple(of("content-type"), of("application/json; charset=utf-8", "application/jsonx", "text/plain", "", form[1])),
  of<Header[]>(["origin", "https://a.test"], ["sec-fetch-site", "cross-site"], ["content-encoding", "gzip"]),
  fc.tuple(words("X-API-KEY accept host cookie x-forwarded-host x-http-method-override __proto__"), anyText),
);

const limitBytes = 100 * 1024;

// biome-ignore format: several values a line
const anyBody = fc.oneof(
  of("{", "null", "0", '""', "[]", "{}{}", "{,}", '{"toString":1}', '{"\\ud800":1}', "",
    "\u0000", '{"notifyBriefs":1e999}', '{"notifyBriefs":null}'),
  of('{"__proto__":{"notifyBriefs":true}}', '\ufeff{"notifyBriefs":false}', "decision=approve&state=%ff",
    "[".repeat(20_000), '{"a":'.repeat(9000)),
  of(limitBytes, limitBytes + 1, 3 * limitBytes).map((length) => `{"notifyBriefs":true${" ".repeat(length - 21)}}`),
  fc.json(),
);

const mostly = <Value>(usual: Value, ...others: fc.Arbitrary<Value>[]) =>
  fc.oneof({ weight: 3 * others.length, arbitrary: fc.constant(usual) }, ...others);

// Requests: realistic ones, in two thirds of which a part or more is another.
const anyRequest: fc.Arbitrary<AnyRequest> = of(...realistic).chain(({ method, target, headers, body }) => {
  const place = fc.tuple(fc.nat({ max: 80 }), of(0, 3, 1000), anyText);
  const others = (name: string) => headers.filter((header) => header[0] !== name);
  return fc.record<AnyRequest>({
    method: mostly(method, methods),
    target: mostly(
      target,
      place.map(([start, length, text]) => target.slice(0, start) + text + target.slice(start + length)),
      anyText.map((text) => target + text),
    ),
    headers: mostly(
      headers,
      anyHeader.map((header) => [...headers, header]),
      anyHeader.map((header) => [...others(header[0]), header]),
    ),
    body: mostly<string | null>(
      body,
      anyBody,
      fc.nat({ max: 80 }).map((length) => body?.slice(0, length) ?? null),
    ),
  });
});

async function read(response: Response) {
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

type Received = Awaited<ReturnType<typeof read>>;

// Expects one of the responses that the specification and the contract have.
function expectDocumented({ journal }: ReferenceServer, { method, url }: Request, received: Received): void {
  const { status, type, text } = received;
  const path = new URL(url).pathname;
  expect(status).toBeLessThan(500);
  if (method === "HEAD") {
    expect(text).toBe("");
  } else if (type?.startsWith("text/html")) {
    expect(path).toMatch(/^\/_platform\/oauth\/(authorize|done)$/);
  } else if (method === "OPTIONS" && status === 200) {
    expect(text).toMatch(/^[A-Z, ]+$/);
  } else {
    const [entry] = journal.entries({ last: 1 });
    const success = contract[entry?.operation as OperationId]?.success;
    expect(type).toBe("application/json; charset=utf-8");
    expect([success?.status, 400, 401, 404, 413]).toContain(status);
    const body: unknown = JSON.parse(text);
    const schema = status === success?.status ? success.schema : errorBodySchema;
    expect(parseSync(schema, body)).toMatchObject({ ok: true });
    if (status >= 400) expect(body).toMatchObject({ statusCode: status, path });
  }
}

it("any request over fetch gets a documented response, and changes nothing unless it succeeds", {
  timeout: propertyTimeoutMs,
}, async () => {
  const seen: number[] = [];
  const anyRequests = fc.tuple(fc.array(anyRequest, { minLength: 1, maxLength: 3 }), fc.boolean());
  await checkProperty(anyRequests, 500, async ([sent, strictBodies]) => {
    // The twin gets the same as a `Request`.
    const [server, twin] = [openServer({ strictBodies }), openServer({ strictBodies })];
    const { authorizationUrl, state } = await startAuthorization(server);
    await startAuthorization(twin);
    let isDecided = false;
    for (const { method, target, headers, body } of sent) {
      const url = server.baseUrl + target.replaceAll("STATE", state);
      const init = { method, headers, body: body?.replaceAll("STATE", state) ?? null, redirect: "manual" as const };
      const before = server.snapshot();
      const response = await server.fetch(url, init).then(read, (error: Error) => error);
      if (response instanceof Error) {
        expect(() => new Request(url, init)).toThrow(TypeError);
        expect(response).toBeInstanceOf(TypeError);
        continue;
      }
      const request = new Request(url, init);
      expectDocumented(server, request, response);
      if (response.status >= 400 || request.method === "GET") expect(server.snapshot()).toEqual(before);
      expect(await twin.fetch(request).then(read)).toEqual(response);
      seen.push(response.status);
      isDecided ||= response.status === 303;
    }
    expect(await send(server, "GET /v1/brains/brain_ropes/index")).toHaveProperty("status", 200);
    // A rejected decision must not have used up the state.
    if (!isDecided) await server.control.oauth.approve({ authorizationUrl });
  });
  // Otherwise the requests are too narrow a choice.
  if (seen.length > 500)
    expect([...new Set(seen)]).toEqual(expect.arrayContaining([200, 201, 303, 400, 401, 404, 413, 415]));
});
