import { expect, it } from "vitest";
import { createClient, respond, secretKey } from "../helpers/client.ts";
import { recordBody } from "../helpers/fake-responses.ts";
import { entry, getIndex } from "../helpers/operation-calls.ts";

const fields = (size: number) => Array.from({ length: size / 16 }, (_, index) => [`field${index}`, index]);
const entries = (size: number) => Array.from({ length: size / 100 }, (_, index) => ({ ...entry, status: `s${index}` }));

// Texts that are hostile to a client: texts that aren't JSON, differ from the contract, or look like secrets.
const hostileTexts: readonly { what: string; write: (size: number) => string }[] = [
  { what: "one letter", write: (size) => "x".repeat(size) },
  { what: "HTML", write: (size) => "<p>".repeat(size / 3) },
  { what: "JSON that is cut", write: (size) => `[${JSON.stringify("x".repeat(size))}` },
  { what: "JSON of escapes that is cut", write: (size) => `["${"\\u0061".repeat(size / 6)}` },
  { what: "backslashes", write: (size) => "\\".repeat(size) },
  { what: "percent signs", write: (size) => "%25".repeat(size / 3) },
  { what: "ampersands", write: (size) => "&amp;".repeat(size / 5) },
  { what: "beginnings of the key", write: (size) => secretKey.slice(0, -1).repeat(size / secretKey.length) },
  { what: "the key", write: (size) => secretKey.repeat(size / secretKey.length) },
  { what: "control characters", write: (size) => "\u0000\u202e\r\n".repeat(size / 4) },
  { what: "open brackets", write: (size) => "[".repeat(size) },
  { what: "nested lists", write: (size) => "[".repeat(size / 2) + "]".repeat(size / 2) },
  { what: "empty objects", write: (size) => `[${"{},".repeat(size / 3)}{}]` },
  { what: "numbers", write: (size) => `[${"0,".repeat(size / 2)}0]` },
  { what: "a long unknown value", write: (size) => JSON.stringify([{ ...entry, status: "x".repeat(size) }]) },
  { what: "a long name of an unknown field", write: (size) => JSON.stringify([{ ...entry, ["x".repeat(size)]: 1 }]) },
  { what: "many unknown fields", write: (size) => JSON.stringify([{ ...entry, ...Object.fromEntries(fields(size)) }]) },
  { what: "many unknown values", write: (size) => JSON.stringify(entries(size)) },
];

const size = 1_000_000;
const responses = [
  { status: 200, validate: "tolerant" },
  { status: 200, validate: "report" },
  { status: 400, validate: "tolerant" },
] as const;

// Returns the result of a function and its processor time in milliseconds, which doesn't depend on what else the machine does.
async function measure<Result>(run: () => Result): Promise<{ result: Awaited<Result>; ms: number }> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}

it.each(hostileTexts)("a megabyte of $what takes less than a second to process", async ({ write }) => {
  const text = write(size);
  for (const { status, validate } of responses) {
    const events: unknown[] = [];
    const kb = createClient(respond(text, status), { validate, onDrift: (drift) => events.push(drift) });
    const { result, ms } = await measure(async () => {
      const { error } = await getIndex(kb).safe();
      return { code: error?.code, shown: JSON.stringify([error, error?.message, error?.stack, events]) };
    });
    expect(status === 400 ? ["bad_request"] : [undefined, "response"]).toContain(result.code);
    expect(ms).toBeLessThan(1000);
    expect(result.shown.length).toBeLessThan(100_000);
  }
});

it("a body costs the same for each byte, even if each byte is a chunk", async () => {
  const { stream, seen } = recordBody((index) => (index < 250_000 ? 1 : undefined));
  const { ms } = await measure(() => getIndex(createClient(async () => new Response(stream))).safe());
  expect(seen.chunks).toBe(250_001);
  expect(ms).toBeLessThan(5000);
});
