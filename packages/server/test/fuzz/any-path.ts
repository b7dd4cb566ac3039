import fc from "fast-check";
import { requests } from "../requests.ts";
import { anyText, of, weighed } from "./any-text.ts";

/** A method and a path. */
export type Target = readonly [method: string, path: string];

/** Ids in a path: mostly those of the test state, so that a good part of the requests gets beyond the routing. */
const known = (...ids: string[]) =>
  weighed<string>(
    [8, of(...ids)],
    [1, anyText.map((text) => text.replaceAll(/[/?#\\]/g, (character) => encodeURIComponent(character)))],
    [1, of("brain_none", "binding_none", "x")],
  );

const brainId = known("brain_tides", "brain_tides", "brain_tides", "brain_ropes", "brain_south");
const bindingId = known("binding_deck", "binding_deck", "binding_hold", "binding_ropes");
const slug = known("spring-tide", "spring-tide", "spring-tide", "knots");

const mixed = fc.oneof<fc.Arbitrary<Target>[]>(
  fc.tuple(brainId, bindingId).map(([brain, id]) => ["PATCH", `/v1/brains/${brain}/messaging/bindings/${id}`]),
  fc.tuple(brainId, bindingId).map(([brain, id]) => ["DELETE", `/v1/brains/${brain}/messaging/bindings/${id}`]),
  fc.tuple(brainId, slug).map(([brain, id]) => ["POST", `/v1/brains/${brain}/pages/${id}/archive`]),
  brainId.map((brain) => ["GET", `/v1/brains/${brain}/messaging/channels`]),
  brainId.map((brain) => ["GET", `/v1/brains/${brain}/index`]),
  brainId.map((brain) => ["POST", `/v1/brains/${brain}/messaging/oauth/start`]),
);

const good = of(...requests().map(({ method, path }): Target => [method, path]));
const operations = weighed<Target>([3, good], [2, mixed]);

const pages = fc.tuple(
  of("GET", "POST", "POST", "HEAD"),
  of("/_platform/oauth/authorize", "/_platform/oauth/authorize", "/_platform/oauth/done"),
);

const methods = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "PROPFIND",
  "QUERY",
  "get",
  "delete",
  "Patch",
  "GE T",
  "",
  "X".repeat(300),
  "GÉT",
  "__proto__",
];

const insertions = [
  "/",
  "/.",
  "/..",
  "/%2e%2e/",
  ";a=b",
  "%00",
  "%",
  "\u0000",
  "ü",
  "\\",
  " ",
  "?",
  "#",
  "/v1",
  "//",
  "x".repeat(9000),
];

const spoilPath = fc.oneof(
  fc.tuple(fc.nat({ max: 60 }), of(...insertions)).map(
    ([place, text]) =>
      (path: string) =>
        path.slice(0, place) + text + path.slice(place),
  ),
  fc.nat({ max: 60 }).map((length) => (path: string) => path.slice(0, length)),
  of(
    (path: string) => path.toUpperCase(),
    (path: string) => `${path}/`,
    (path: string) => `/${path}`,
    (path: string) => path.replaceAll("/", "%2F"),
    (path: string) => path.replace("e", "%65"),
    (path: string) => path.replace("/v1", "/v2"),
    (path: string) => `http://elsewhere.test${path}`,
  ),
);

/** Methods and paths: mostly those of operations, and otherwise anything. */
export const anyTarget: fc.Arbitrary<Target> = weighed<Target>(
  [24, operations],
  [3, pages],
  [2, fc.tuple(of(...methods), operations).map(([method, [, path]]) => [method, path] as const)],
  [3, fc.tuple(spoilPath, operations).map(([spoil, [method, path]]) => [method, spoil(path)] as const)],
  [1, fc.tuple(of(...methods), anyText).map(([method, text]) => [method, `/${text}`] as const)],
);
