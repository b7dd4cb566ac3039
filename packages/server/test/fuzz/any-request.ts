import fc from "fast-check";
import { anyBody, anyForm, type Body } from "./any-body.ts";
import { anyTarget } from "./any-path.ts";
import { queryFor } from "./any-query.ts";
import { anyText, of, weighed } from "./any-text.ts";

/** A header with its value. */
export type Header = readonly [name: string, value: string];

/** A request with any value in every part. */
export interface AnyRequest {
  readonly method: string;
  /** Path as it is sent. */
  readonly path: string;
  /** Query with its question mark; empty if there is none. */
  readonly query: string;
  readonly headers: readonly Header[];
  readonly body: Body;
}

const key = weighed<readonly Header[]>(
  [16, fc.constant([["x-api-key", "key_north"]])],
  [2, of([["x-api-key", "key_south"]], [])],
  [
    1,
    of("KEY_NORTH", "key_north, key_north", " key_north ", "", "ÿ", "__proto__", "k".repeat(9000)).map((key) => {
      return [["x-api-key", key]];
    }),
  ],
  [
    1,
    of(
      [["X-API-KEY", "key_north"]],
      [
        ["x-api-key", "key_north"],
        ["x-api-key", "key_south"],
      ],
    ),
  ],
);

const contentTypes = [
  "application/json; charset=utf-8",
  "APPLICATION/JSON",
  "application/json;",
  "application/jsonx",
  "text/plain",
  "",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json, text/plain",
  "\u00ff",
];

const other = weighed<Header>(
  [3, of(["accept", "*/*"], ["user-agent", "test"], ["cookie", "a=b"], ["host", "elsewhere.test"], ["host", ":"])],
  [
    2,
    of(
      ["origin", "https://elsewhere.test"],
      ["sec-fetch-site", "cross-site"],
      ["x-forwarded-host", "elsewhere.test"],
      ["content-encoding", "gzip"],
      ["x-http-method-override", "DELETE"],
      ["__proto__", "x"],
      ["x-long", "x".repeat(9000)],
    ),
  ],
  [1, fc.tuple(of("x-any", "x-any", "accept", "content-type", "x any", ""), anyText)],
);

const type = weighed<Header[] | undefined>(
  [10, fc.constant(undefined)],
  [1, of(...contentTypes).map((value): Header[] => [["content-type", value]])],
  [1, fc.constant([])],
);

const parts = {
  target: anyTarget,
  queryFor,
  body: anyBody,
  form: anyForm,
  hasBody: of(false, false, false, false, false, false, true),
  key,
  type,
  site: of<Header[]>([], [], [], [["sec-fetch-site", "cross-site"]], [["origin", "https://elsewhere.test"]]),
  others: weighed<Header[]>([6, fc.constant([])], [1, fc.array(other, { maxLength: 3 })]),
};

const isDecision = (method: string, path: string) => method === "POST" && path.endsWith("/authorize");

/** Requests: mostly realistic ones, some of them with a mistake. */
export const anyRequest: fc.Arbitrary<AnyRequest> = fc.record(parts).map(({ target: [method, path], ...chosen }) => {
  const isForm = isDecision(method, path);
  const anything = chosen.hasBody || method === "PATCH" ? chosen.body : null;
  const body = isForm ? chosen.form : anything;
  const usual = isForm ? "application/x-www-form-urlencoded" : "application/json";
  const types = chosen.type ?? (body === null ? [] : [["content-type", usual] as const]);
  return {
    method,
    path,
    query: chosen.queryFor(path),
    headers: [...chosen.key, ...types, ...(isForm ? chosen.site : []), ...chosen.others],
    body,
  };
});

/** Inserts the state of an authorization into the placeholders of a request. */
export function withState({ query, body, ...request }: AnyRequest, state: string): AnyRequest {
  const fill = (text: string) => text.replaceAll("{state}", state);
  return { ...request, query: fill(query), body: typeof body === "string" ? fill(body) : body };
}
