import fc from "fast-check";
import { requests } from "../requests.ts";

/** A header with its value. */
type Header = readonly [name: string, value: string];

/** A request with any value in every part. `{state}` stands for the state of an authorization. */
export interface AnyRequest {
  readonly method: string;
  /** Path and query as they are sent. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

const { constantFrom: of } = fc;

/** A choice between arbitraries of different weight. */
export function weighed<Value>(...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<Value>])[]) {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const key: Header = ["x-api-key", "key_north"];
const json: Header = ["content-type", "application/json"];
const form: Header = ["content-type", "application/x-www-form-urlencoded"];
const consent = "/_platform/oauth/authorize";
const flags = '{"notifyBriefs":false,"notifyChanges":true,"colour":[1]}';

/** Requests of which most succeed in the test state. */
const realistic: readonly AnyRequest[] = [
  ...[{}, {}, {}, {}, { brainId: "brain_ropes" }, { brainId: "brain_south" }].flatMap(requests).map((request) => {
    const { method, path, query, id } = request;
    const body = id === "bindings.update" ? flags : null;
    return { method, target: path + query, headers: body === null ? [key] : [key, json], body };
  }),
  ...["approve", "approve", "deny", "x"].map((decision) => {
    return { method: "POST", target: consent, headers: [form], body: `decision=${decision}&state={state}` };
  }),
  ...[`${consent}?state={state}`, "/_platform/oauth/done?code=x&state=y", "/_platform/oauth/done"].map((target) => {
    return { method: "GET", target, headers: [], body: null };
  }),
];

/** A text of any kind, often one that reveals bugs. */
const anyText = weighed<string>(
  [3, of(..."/ // /. /.. /%2e%2e/ . .. % %zz %00 %2F %ff %c0%af %ED%A0%80 %C3%BC \\ ; ;a=b ? # & = +".split(" "))],
  [
    2,
    of(..."__proto__ constructor null undefined NaN -1 0 5 1e309 [] {} {brainId} größe 🌊 ÿ /v1 key_south".split(" ")),
  ],
  [1, of("", " ", "\t", "\u0000", "\u202e", "\ufeff", "x".repeat(9000), "limit=1&".repeat(3000))],
  [1, fc.string()],
  [1, fc.string({ unit: "binary", maxLength: 20 })],
);

const methods =
  "GET POST PUT PATCH DELETE HEAD HEAD OPTIONS OPTIONS TRACE CONNECT PROPFIND get Patch GÉT __proto__".split(" ");
const headerNames = "x-api-key x-api-key X-API-KEY content-type content-type accept host cookie x-any __proto__".split(
  " ",
);
const limitBytes = 100 * 1024;

/** Headers with a meaning. */
const knownHeader = of<Header[]>(
  ...["key_south", "KEY_NORTH", "key_north, key_north", " key_north ", ""].map((value): Header => ["x-api-key", value]),
  ...["application/json; charset=utf-8", "APPLICATION/JSON", "application/jsonx", "text/plain", "", form[1]].map(
    (value): Header => ["content-type", value],
  ),
  ["origin", "https://elsewhere.test"],
  ["sec-fetch-site", "cross-site"],
  ["x-forwarded-host", "elsewhere.test"],
  ["host", "elsewhere.test"],
  ["content-encoding", "gzip"],
  ["x-http-method-override", "DELETE"],
);

// biome-ignore format: several values a line
const bodies = [
  "{", "}", "null", "0", '"', '""', "[]", "NaN", "{}{}", "{,}", "[,]", '{"toString":1}', '{"\\ud800":1}', "", "\u0000",
  '{"notifyBriefs":1e999}', '{"notifyBriefs":null}', '{"__proto__":{"notifyBriefs":true}}', '\ufeff{"notifyBriefs":false}',
  "decision=approve&state=%ff", "[".repeat(20_000), `{"a":${'{"a":'.repeat(9000)}1${"}".repeat(9000)}}`,
  ...[limitBytes, limitBytes + 1, 3 * limitBytes].map((length) => `{"notifyBriefs":true${" ".repeat(length - 21)}}`),
];

type Edit = (request: AnyRequest) => AnyRequest;

const changeTarget = (change: (target: string) => string) => (request: AnyRequest) => {
  return { ...request, target: change(request.target) };
};
const place = fc.nat({ max: 80 });
const value = of("?", "?x=y", "&limit=6", "?limit=%35", "?limit=five", "&state=x", "?installationId=");

/** A mistake, or another way to write the same. */
const edit: fc.Arbitrary<Edit> = weighed<Edit>(
  [2, of(...methods).map((method) => (request) => ({ ...request, method }))],
  [
    3,
    fc
      .tuple(place, of(0, 0, 3, 1000), anyText)
      .map(([start, length, text]) =>
        changeTarget((target) => target.slice(0, start) + text + target.slice(start + length)),
      ),
  ],
  [
    1,
    fc
      .tuple(of("?", "&"), of("limit", "state", "__proto__", "limit[]"), anyText)
      .map(([mark, name, text]) => changeTarget((target) => `${target}${mark}${name}=${text}`)),
  ],
  [1, value.map((text) => changeTarget((target) => target + text))],
  [
    1,
    of<Edit[]>(
      changeTarget((target) => target.toUpperCase()),
      changeTarget((target) => `${target}/`),
      changeTarget((target) => target.replaceAll("/", "%2F")),
      changeTarget((target) => target.replace("e", "%65")),
      changeTarget((target) => `http://elsewhere.test${target}`),
    ),
  ],
  [
    3,
    fc
      .tuple(weighed<Header>([2, knownHeader], [1, fc.tuple(of(...headerNames), anyText)]), fc.boolean())
      .map(([header, isAdded]) => {
        return (request) => {
          const kept = request.headers.filter(([name]) => isAdded || name !== header[0]);
          return { ...request, headers: [...kept, header] };
        };
      }),
  ],
  [
    1,
    of(key, json).map(([removed]) => (request) => {
      return { ...request, headers: request.headers.filter(([name]) => name !== removed) };
    }),
  ],
  [
    3,
    weighed<AnyRequest["body"]>(
      [4, of(...bodies)],
      [1, fc.json()],
      [1, fc.uint8Array({ maxLength: 40 }) as fc.Arbitrary<Uint8Array<ArrayBuffer>>],
      [1, fc.constant(null)],
    ).map((body) => (request) => ({ ...request, body })),
  ],
  [1, place.map((length) => (request) => ({ ...request, body: request.body?.slice(0, length) ?? null }))],
);

/** Requests: realistic ones, most of them with a mistake or two. */
export const anyRequest: fc.Arbitrary<AnyRequest> = fc
  .tuple(of(...realistic), weighed<Edit[]>([1, fc.constant([])], [2, fc.array(edit, { minLength: 1, maxLength: 3 })]))
  .map(([request, edits]) => edits.reduce((edited, change) => change(edited), request));

/** Inserts the state of an authorization into a request. */
export function withState({ target, body, ...request }: AnyRequest, state: string): AnyRequest {
  const fill = (text: string) => text.replaceAll("{state}", state);
  return { ...request, target: fill(target), body: typeof body === "string" ? fill(body) : body };
}
