import { beforeAll, describe, expect, it } from "vitest";
import { createClient, secretKey } from "./helpers/client.ts";
import { recordBody } from "./helpers/fake-responses.ts";
import { entry, getIndex } from "./helpers/operation-calls.ts";

/** Texts that are hostile to a client: texts that are not JSON, differ from the contract, or look like secrets. */
const hostileTexts: Readonly<Record<string, (size: number) => string>> = {
  "one letter": (size) => "x".repeat(size),
  HTML: (size) => "<p>".repeat(size / 3),
  "JSON that is cut": (size) => `[${JSON.stringify("x".repeat(size))}`,
  "JSON of escapes that is cut": (size) => `["${"\\u0061".repeat(size / 6)}`,
  backslashes: (size) => "\\".repeat(size),
  "percent signs": (size) => "%25".repeat(size / 3),
  ampersands: (size) => "&amp;".repeat(size / 5),
  "beginnings of the key": (size) => secretKey.slice(0, -1).repeat(size / secretKey.length),
  "the key": (size) => secretKey.repeat(size / secretKey.length),
  "control characters": (size) => "\u0000\u202e\r\n".repeat(size / 4),
  "open brackets": (size) => "[".repeat(size),
  "nested lists": (size) => "[".repeat(size / 2) + "]".repeat(size / 2),
  "empty objects": (size) => `[${"{},".repeat(size / 3)}{}]`,
  numbers: (size) => `[${"0,".repeat(size / 2)}0]`,
  "a long unknown value": (size) => JSON.stringify([{ ...entry, status: "x".repeat(size) }]),
  "a long name of an unknown field": (size) => JSON.stringify([{ ...entry, ["x".repeat(size)]: 1 }]),
  "many unknown fields": (size) =>
    JSON.stringify([
      { ...entry, ...Object.fromEntries(Array.from({ length: size / 16 }, (_, n) => [`field${n}`, n])) },
    ]),
  "many unknown values": (size) =>
    JSON.stringify(Array.from({ length: size / 100 }, (_, n) => ({ ...entry, status: `s${n}` }))),
};

const size = 1_000_000;

/** Processor time of a function in milliseconds. It does not depend on what else the machine does. */
async function measure(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe("a megabyte of", () => {
  let parsingMs = 0;

  beforeAll(async () => {
    const valid = JSON.stringify(Array.from({ length: size / 100 }, () => entry));
    parsingMs = await measure(() => JSON.parse(valid));
  });

  it.each(Object.entries(hostileTexts))(
    "%s costs a small multiple of parsing them, with any status",
    async (_, write) => {
      const text = write(size);
      for (const [validate, status] of [
        ["tolerant", 200],
        ["report", 200],
        ["tolerant", 400],
      ] as const) {
        const events: unknown[] = [];
        const onDrift = (drift: unknown) => events.push(drift);
        const options = { validate, retries: 0, onDrift };
        const kb = createClient(async () => new Response(text, { status }), options);
        let code: unknown;
        let shown = "";
        const ms = await measure(async () => {
          const { error } = await getIndex(kb).safe();
          code = error?.code;
          shown = JSON.stringify([error, error?.message, error?.stack, events]);
        });
        expect(status === 400 ? ["bad_request"] : [undefined, "response"]).toContain(code);
        expect(ms).toBeLessThan(500 + 20 * parsingMs);
        expect(shown.length).toBeLessThan(100_000);
      }
    },
  );
});

it("a body costs the same for each byte, even if each byte is a chunk", async () => {
  const { stream, seen } = recordBody((index) => (index < 250_000 ? 1 : undefined));
  const ms = await measure(() => getIndex(createClient(async () => new Response(stream))).safe());
  expect(seen.chunks).toBe(250_001);
  expect(ms).toBeLessThan(5000);
});
