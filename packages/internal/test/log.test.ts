import { once } from "node:events";
import { PassThrough } from "node:stream";
import { createLog } from "@knowledge-base/internal/command-line";
import { expect, it } from "vitest";

it("a log leaves out the lines that nobody reads, and says how many", async () => {
  const output = new PassThrough({ highWaterMark: 100, encoding: "utf8" });
  const log = createLog(output);
  for (let count = 0; count < 1000; count += 1) log("GET /v1/nothing 404 3 ms");
  let text = "";
  output.on("data", (chunk) => {
    text += chunk;
  });
  await once(output, "drain");
  log("the last line");
  await expect
    .poll(() => text)
    .toMatch(/\d ms\n\(\d+ lines omitted, because the output was not read\)\nthe last line\n$/);
  const [omitted] = /\d+(?= lines)/.exec(text) ?? [];
  expect(Number(omitted)).toBe(1002 - text.trimEnd().split("\n").length);
  expect(Number(omitted)).toBeGreaterThan(900);
});
