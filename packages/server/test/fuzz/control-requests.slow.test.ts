import { isDeepStrictEqual } from "node:util";
import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bodyOf } from "../http-control/calls.ts";
import { findSchemaProblems, operationAt } from "../http-control/document-checker.ts";
import { type Sample, samples } from "../http-control/samples.ts";
import { literal } from "../model/call.ts";
import { checkProperty, propertyTimeoutMs } from "../model/check-property.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { weighed } from "./any-request.ts";

const runs = 800;
const { constantFrom: of } = fc;

const words = (text: string) => of(...text.split(" "));

// biome-ignore format: one weight a line
const anyValue = weighed<unknown>(
  [3, of(null, true, 0, -1, 1.5, 1e308, [], {}, [null], "x".repeat(9000), undefined, JSON.parse(`${"[".repeat(2000)}${"]".repeat(2000)}`))],
  [1, of("", " ", "x", "__proto__", "..", "\u0000", "\ud83c")],
  [1, words("org_north org_south brain_ropes brain_south knots key_north key_south binding_hold installation_pier")],
  [1, words("C_HOLD T_NORTH active disabled stale 2026-07-01T12:00:00Z 9999-12-31T23:59:59.999Z https://a.test")],
  [1, fc.jsonValue()],
);
const anyName = words("surplus __proto__ organizationId apiKey key id slug status name version times");

/** Returns the paths of all nested values, each as an array of names. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name], ...placesIn(inner).map((rest) => [name, ...rest])]);
}

/** Returns a copy of a value with another value at a path. Undefined removes the value. */
function put(value: unknown, [name, ...rest]: readonly string[], inner: unknown): unknown {
  if (name === undefined) return inner;
  if (typeof value !== "object" || value === null) return value;
  const changed = put(Reflect.get(value, name), rest, inner);
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === name ? changed : one));
  return Object.fromEntries([...Object.entries(value).filter(([other]) => other !== name), [name, changed]]);
}

type Spoil = (body: unknown) => unknown;

function putAt(index: number, body: unknown, inner: unknown): unknown {
  const places = placesIn(body);
  return put(body, places[index % places.length] ?? [], inner);
}

// biome-ignore format: one weight a line
const spoil = weighed<Spoil>(
  [4, fc.constant((body) => body)],
  [4, fc.tuple(fc.nat({ max: 20 }), anyValue).map(([index, inner]): Spoil => (body) => putAt(index, body, inner))],
  [2, fc.tuple(anyName, anyValue).map(([name, inner]): Spoil => (body) => put(body, [name], inner))],
  [1, anyValue.map((inner): Spoil => () => inner)],
);

/** A request for a control: mostly one that succeeds in the test state, with something changed. One control waits in real time. */
const anyControl = fc.record({
  control: of(...Object.entries<Sample>(samples).filter(([path]) => path !== "deliveries/waitFor")),
  spoil,
  length: weighed<number>([20, of(1e6)], [1, fc.nat({ max: 40 })]),
  method: weighed<string>([20, of("POST")], [1, of("GET", "PUT", "DELETE", "HEAD", "OPTIONS")]),
  query: weighed<string>(
    [4, of("")],
    [1, of(..."north south none".split(" ").map((name) => `?organization=org_${name}`), "?x=y", "?")],
  ),
  headers: weighed<Readonly<Record<string, string>>>(
    [20, of({ "content-type": "application/json" })],
    [1, of({ "content-type": "text/plain" }, { origin: "https://a.test" }, { "sec-fetch-site": "cross-site" })],
  ),
});
type AnyControl = typeof anyControl extends fc.Arbitrary<infer Value> ? Value : never;

/** The visible state of a server. */
function everythingOf({ snapshot, clock, faults, journal, deliveries }: ReferenceServer): unknown {
  return [snapshot(), clock.now(), faults.list(), journal.entries(), deliveries.list()];
}

const unprepared = Symbol("unprepared");

/** Sends a request to a control, checks the response, and returns its status; undefined if the server cannot be prepared any more. */
async function exchange(server: ReferenceServer, { control: [path, sample], ...chosen }: AnyControl) {
  const prepare = async () => sample.argument(server, server);
  const argument = await prepare().catch(() => unprepared);
  if (argument === unprepared) return undefined;
  const text = JSON.stringify(chosen.spoil(JSON.parse(bodyOf(sample.parameter, argument)))) ?? "";
  const before = everythingOf(server);
  const { method, headers } = chosen;
  const url = `${server.baseUrl}/_control/${path}${chosen.query}`;
  const body = method === "GET" || method === "HEAD" ? null : text.slice(0, chosen.length);
  const response = await withControl(server)(url, { method, headers, body });
  const { status } = response;
  const received = await response.text();
  const fail = (problem: string): never => {
    throw new Error(
      `${problem}: ${status} ${received}\n\nfetch(${literal(url)}, ${literal({ method, headers, body })});`,
    );
  };
  if (status >= 300 && !isDeepStrictEqual(everythingOf(server), before)) fail("it changed something");
  const { responses } = operationAt(path);
  const documented = responses[String(status)] ?? (status >= 400 ? responses["default"] : undefined);
  if (!documented) fail("the status is not documented");
  const problems = findSchemaProblems(documented?.content, received === "" ? undefined : JSON.parse(received));
  if (problems !== undefined && method !== "HEAD") fail(`the body is not the documented one: ${literal(problems)}`);
  try {
    createReferenceServer({ seed: server.snapshot() });
  } catch (error) {
    fail(`its snapshot is no state any more: ${literal(error)}`);
  }
  // A fault for later requests would affect the preparation of the next one.
  for (const { id } of server.snapshot().organizations) server.organization(id).faults.clear();
  server.faults.clear();
  return status;
}

it("any request to a control gets a documented response and changes nothing unless it succeeds", {
  timeout: propertyTimeoutMs,
}, async () => {
  const seen: (number | undefined)[] = [];
  const checked = await checkProperty(
    fc.array(anyControl, { minLength: 1, maxLength: 3 }),
    async (requests) => {
      const server = openServer();
      for (const request of requests) seen.push(await exchange(server, request));
      server.reset();
      expect(await send(server, "GET /v1/brains/brain_tides/index")).toHaveProperty("status", 200);
    },
    { runs },
  );
  if (checked < runs) return;
  // All kinds must be frequent, or the requests are too narrow a choice.
  for (const status of [200, 204, 400, 403, 404, 405]) expect(seen).toContain(status);
  expect(seen.filter((status) => status !== undefined && status < 300).length).toBeGreaterThan(seen.length / 4);
});
