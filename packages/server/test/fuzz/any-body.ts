import fc from "fast-check";
import { of, weighed } from "./any-text.ts";

/** A body: text, bytes, or none. */
export type Body = string | Uint8Array<ArrayBuffer> | null;

const limitBytes = 100 * 1024;

const flags = fc
  .record(
    {
      notifyBriefs: fc.boolean(),
      notifyConnections: fc.boolean(),
      notifyChanges: fc.boolean(),
      colour: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  .map((fields) => JSON.stringify(fields));

const wrongFlags = fc
  .record({ notifyBriefs: fc.jsonValue(), notifyChanges: fc.jsonValue() }, { requiredKeys: ["notifyBriefs"] })
  .map((fields) => JSON.stringify(fields));

const padded = of(limitBytes - 1, limitBytes, limitBytes + 1, 3 * limitBytes).map((length) => {
  return `{"notifyBriefs":true${" ".repeat(length - 21)}}`;
});

const strange = [
  "",
  "{",
  "}",
  "null",
  "0",
  '"',
  '""',
  "[]",
  "NaN",
  "undefined",
  "{}{}",
  "{} ",
  "\u0000",
  "{'a':1}",
  "{,}",
  "[,]",
  '{"__proto__":{"notifyBriefs":true}}',
  '{"constructor":{"prototype":null}}',
  '{"notifyBriefs":true,"notifyBriefs":1}',
  '{"toString":1}',
  '\ufeff{"notifyBriefs":false}',
  '{"notifyBriefs":1e999}',
  '{"\\ud800":1}',
  '{"notifyBriefs":"\\ud83c"}',
  "[".repeat(20_000),
  "[".repeat(20_000) + "]".repeat(20_000),
  `{"a":${'{"a":'.repeat(9000)}1${"}".repeat(9000)}}`,
];

const bytes = weighed<number[]>(
  [1, of([0xff, 0xfe, 0x7b, 0x7d], [0xef, 0xbb, 0xbf, 0x7b, 0x7d], [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d], [0xc3])],
  [1, fc.array(fc.nat({ max: 255 }), { maxLength: 40 })],
).map((list) => Uint8Array.from(list));

/** Bodies: mostly flags of a binding, and otherwise anything. */
export const anyBody: fc.Arbitrary<Body> = weighed<Body>(
  [8, flags],
  [2, wrongFlags],
  [2, fc.json()],
  [2, fc.tuple(flags, fc.nat({ max: 60 })).map(([text, length]) => text.slice(0, length))],
  [1, padded],
  [2, of(...strange)],
  [1, bytes],
  [1, fc.constant(null)],
);

/** Forms of the consent page, with `{state}` in the place of the state of an authorization: good ones and others. */
export const anyForm: fc.Arbitrary<Body> = weighed<Body>(
  [
    3,
    of(
      "decision=approve&state={state}",
      "decision=deny&state={state}",
      "decision=approve&state={state}&teamName=%F0%9F%8C%8A",
    ),
  ],
  [
    1,
    of(
      "decision=approve",
      "decision=x&state={state}",
      "decision=deny&state={state}&state=x",
      "decision=approve&state=%ff",
    ),
  ],
  [1, of(`decision=approve&state={state}&teamName=${"x".repeat(limitBytes)}`, "decision=approve&state={state}x")],
  [1, anyBody],
);
