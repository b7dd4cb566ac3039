import fc from "fast-check";
import { type Sample, samples } from "../http-control/samples.ts";
import { of, weighed } from "./any-text.ts";

/** A request for a control: one that succeeds in the test state, with something changed. */
export interface AnyControl {
  /** Path after `/_control/`. */
  readonly path: string;
  readonly sample: Sample;
  /** Changes the body. */
  readonly spoil: (body: unknown) => unknown;
  /** Changes its text. */
  readonly cut: (text: string) => string;
  readonly method: string;
  /** Query with its question mark; empty if there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

// One control waits in real time.
const known = Object.entries<Sample>(samples).filter(([path]) => path !== "deliveries/waitFor");

const strangeValue = weighed<unknown>(
  [
    3,
    of(
      null,
      true,
      0,
      -1,
      1.5,
      1e308,
      "",
      " ",
      "x",
      [],
      {},
      [null],
      "__proto__",
      "..",
      "\u0000",
      "\ud83c",
      "x".repeat(9000),
    ),
  ],
  [
    3,
    of(
      "org_north",
      "org_south",
      "brain_ropes",
      "brain_south",
      "knots",
      "key_north",
      "key_south",
      "binding_hold",
      "installation_north",
      "installation_pier",
      "C_DECK",
      "C_HOLD",
      "T_NORTH",
      "active",
      "disabled",
      "stale",
      "2026-07-01T12:00:00Z",
      "9999-12-31T23:59:59.999Z",
      "-000001-01-01T00:00:00Z",
      "https://a.test",
      "mailto:a",
    ),
  ],
  [1, fc.jsonValue()],
  [1, of(JSON.parse(`${"[".repeat(2000)}${"]".repeat(2000)}`))],
);

const names = of(
  "surplus",
  "__proto__",
  "organizationId",
  "apiKey",
  "key",
  "id",
  "slug",
  "status",
  "name",
  "version",
  "times",
);

/** Returns the paths of all nested values, each as an array of names. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name], ...placesIn(inner).map((rest) => [name, ...rest])]);
}

/** Returns a copy of a value with another value at a path. Undefined removes the value. */
function put(value: unknown, [name, ...rest]: readonly string[], inner: unknown): unknown {
  if (name === undefined) return inner;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([other]) => other !== name);
  const changed = put(Reflect.get(value, name), rest, inner);
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === name ? changed : one));
  return Object.fromEntries(changed === undefined ? entries : [...entries, [name, changed]]);
}

const spoil = weighed<(body: unknown) => unknown>(
  [4, fc.constant((body) => body)],
  [
    4,
    fc
      .tuple(fc.nat({ max: 20 }), weighed<unknown>([4, strangeValue], [1, of(undefined)]))
      .map(([index, inner]) => (body) => {
        const places = placesIn(body);
        return put(body, places[index % places.length] ?? [], inner ?? undefined);
      }),
  ],
  [
    2,
    fc.tuple(names, strangeValue).map(
      ([name, inner]) =>
        (body) =>
          put(body, [name], inner),
    ),
  ],
  [1, strangeValue.map((inner) => () => inner)],
);

const queries = [
  "?organization=org_north",
  "?organization=org_south",
  "?organization=org_none",
  "?organization=",
  "?x=y",
  "?",
];

const parts = {
  control: of(...known),
  spoil,
  cut: weighed<(text: string) => string>(
    [20, fc.constant((text) => text)],
    [1, fc.nat({ max: 40 }).map((length) => (text) => text.slice(0, length))],
  ),
  method: weighed<string>([20, of("POST")], [1, of("GET", "PUT", "DELETE", "HEAD", "OPTIONS")]),
  query: weighed<string>([4, of("")], [1, of(...queries)]),
  headers: weighed<Readonly<Record<string, string>>>(
    [20, of({ "content-type": "application/json" })],
    [1, of({ "content-type": "text/plain" }, { origin: "https://a.test" }, { "sec-fetch-site": "cross-site" })],
  ),
};

/** Requests for controls. */
export const anyControl: fc.Arbitrary<AnyControl> = fc.record(parts).map(({ control: [path, sample], ...chosen }) => {
  return { path, sample, ...chosen };
});
