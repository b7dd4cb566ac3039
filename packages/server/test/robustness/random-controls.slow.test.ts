import { isDeepStrictEqual } from "node:util";
import type { ReferenceServer, State } from "@knowledge-base/server";
import fc from "fast-check";
import { expect, it } from "vitest";
import { buildState, recordsOf } from "../helpers/build-state.ts";
import { checkProperty, propertyTimeoutMs } from "../helpers/check-property.ts";
import { post } from "../helpers/control-calls.ts";
import { findSchemaProblems, operationAt } from "../helpers/document-checker.ts";
import { openServer } from "../helpers/open-server.ts";
import { captureResult, visibleState } from "../helpers/results.ts";
import { samples } from "../helpers/samples.ts";

const { constantFrom: of } = fc;
const words = (text: string) => of(...text.split(" "));

const nested: unknown = JSON.parse(`${"[".repeat(2000)}${"]".repeat(2000)}`);
const names =
  "org_north org_south brain_ropes brain_south knots key_north key_south binding_hold installation_pier C_HOLD T_NORTH";

// biome-ignore format: several values a line
const anyValue = fc.oneof(
  of(null, true, 0, -1, 1.5, 1e308, [], {}, [null], "x".repeat(9000), undefined, nested),
  of("", " ", "x", "__proto__", "..", "\u0000", "\ud83c", "2026-07-01T12:00:00Z", "9999-12-31T23:59:59.999Z", "https://a.test"),
  words(`${names} disabled stale`),
  fc.jsonValue(),
);
const anyName = words("surplus __proto__ organizationId apiKey key id slug status name version times");

// Returns the paths of all nested values, each as an array of names.
function placesIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name], ...placesIn(inner).map((rest) => [name, ...rest])]);
}

// Returns a copy of a value with another value at a path. Undefined removes the value.
function put(value: unknown, [name, ...rest]: readonly string[], inner: unknown): unknown {
  if (name === undefined) return inner;
  if (typeof value !== "object" || value === null) return value;
  const changed = put(Reflect.get(value, name), rest, inner);
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === name ? changed : one));
  return Object.fromEntries([...Object.entries(value).filter(([other]) => other !== name), [name, changed]]);
}

// A call of a control that succeeds in the test state, mostly with another value in its body. One control waits in real time.
const anyCall = fc.record({
  sample: of(...samples.filter(({ path }) => path !== "deliveries/waitFor")),
  change: fc.option(fc.record({ place: fc.oneof(fc.nat({ max: 20 }), anyName), value: anyValue })),
  reach: of("", "", "", "", "?organization=org_north", "?organization=org_south", "?organization=org_none", "?x=y"),
});
type AnyCall = typeof anyCall extends fc.Arbitrary<infer Value> ? Value : never;

// Returns the body of a call; undefined if earlier calls have removed what it needs.
async function bodyOfCall(server: ReferenceServer, { sample, change }: AnyCall): Promise<string | undefined> {
  const { prepare, input, parameter } = sample;
  const prepared = await captureResult(() => prepare?.(server));
  if (!("value" in prepared)) return undefined;
  const body: unknown = JSON.parse(JSON.stringify(parameter === undefined ? (input ?? {}) : { [parameter]: input }));
  if (change === null) return JSON.stringify(body);
  const places = placesIn(body);
  const place = typeof change.place === "string" ? [change.place] : (places[change.place % places.length] ?? []);
  return JSON.stringify(put(body, place, change.value)) ?? "";
}

function statesOf({ snapshot, organization }: ReferenceServer): ReadonlyMap<string, State> {
  return new Map(snapshot().organizations.map(({ id }) => [id, organization(id).snapshot()]));
}

// Expects that a server which begins with the snapshot of another one has the same state and the same prompt indexes.
function expectRestart({ control, snapshot }: ReferenceServer): void {
  const state = snapshot();
  // A server without a key would create one.
  if (state.apiKeys.length === 0) return;
  const next = openServer({ seed: state });
  expect(next.snapshot()).toEqual(state);
  for (const { id: brainId } of state.brains)
    expect(next.control.brains.rankPages({ brainId })).toEqual(control.brains.rankPages({ brainId }));
}

it("any calls of controls get documented responses, lose no change, and change nothing if they are rejected", {
  timeout: propertyTimeoutMs,
}, async () => {
  const seen: number[] = [];
  await checkProperty(fc.array(anyCall, { minLength: 1, maxLength: 4 }), 200, async (calls) => {
    const changed = new Set<string>();
    const server = openServer({ onChange: ({ organizationId }) => void changed.add(organizationId) });
    for (const call of calls) {
      const { path } = call.sample;
      const sent = await bodyOfCall(server, call);
      if (sent === undefined) continue;
      const [before, statesBefore] = [visibleState(server), statesOf(server)];
      changed.clear();
      const { status, body } = await post(server, path + call.reach, sent);
      const { responses } = operationAt(path);
      const documented = responses[status] ?? (status >= 400 && status < 500 ? responses["default"] : undefined);
      expect(documented, `${status} ${JSON.stringify(body)} after ${sent}`).toBeDefined();
      expect(findSchemaProblems(documented?.content, body)).toBeUndefined();
      if (status >= 300) expect(visibleState(server)).toEqual(before);
      const states = statesOf(server);
      const ids = new Set([...statesBefore.keys(), ...states.keys()]);
      const different = [...ids].filter((id) => !isDeepStrictEqual(states.get(id), statesBefore.get(id)));
      expect([...changed]).toEqual(expect.arrayContaining(different));
      // A fault for later requests would affect the preparation of the next call.
      for (const { faults } of [server, ...[...states.keys()].map(server.organization)]) faults.clear();
      expectRestart(server);
      seen.push(status);
    }
    server.reset();
    expect(recordsOf(server)).toEqual(buildState());
  });
  // Otherwise the calls are too narrow a choice.
  if (seen.length > 200) expect([...new Set(seen)]).toEqual(expect.arrayContaining([200, 204, 400, 404]));
});
