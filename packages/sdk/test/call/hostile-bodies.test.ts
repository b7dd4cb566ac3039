import { expect, it } from "vitest";
import { createClient, respond, secretKey } from "../helpers/client.ts";
import { recordBody } from "../helpers/fake-responses.ts";
import { entry, getIndex } from "../helpers/operation-calls.ts";

// Texts that are hostile to a client: texts that aren't JSON, differ from the contract, or look like secrets.
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
// biome-ignore format: one line
const cases = [[200, "tolerant"], [200, "report"], [400, "tolerant"]] as const;

// Runs a function. Returns its result and its processor time in milliseconds, which doesn't depend on what else the machine does.
async function measure<Result>(run: () => Result): Promise<readonly [result: Awaited<Result>, ms: number]> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1000];
}

it.each(Object.entries(hostileTexts))("a megabyte of %s takes less than a second to process", async (_, write) => {
  const text = write(size);
  for (const [status, validate] of cases) {
    const events: unknown[] = [];
    const kb = createClient(respond(text, status), { validate, onDrift: (drift) => events.push(drift) });
    const [{ code, shown }, ms] = await measure(async () => {
      const { error } = await getIndex(kb).safe();
      return { code: error?.code, shown: JSON.stringify([error, error?.message, error?.stack, events]) };
    });
    expect(status === 400 ? ["bad_request"] : [undefined, "response"]).toContain(code);
    expect(ms).toBeLessThan(1000);
    expect(shown.length).toBeLessThan(100_000);
  }
});

it("a body costs the same for each byte, even if each byte is a chunk", async () => {
  const { stream, seen } = recordBody((index) => (index < 250_000 ? 1 : undefined));
  const [, ms] = await measure(() => getIndex(createClient(async () => new Response(stream))).safe());
  expect(seen.chunks).toBe(250_001);
  expect(ms).toBeLessThan(5000);
});
