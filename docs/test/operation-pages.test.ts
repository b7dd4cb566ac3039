import { contract } from "@knowledge-base/types";
import { beforeAll, describe, expect, it } from "vitest";
import { fillIn } from "../../packages/internal/test/helpers/fill-in.ts";
import { freePort } from "../../packages/internal/test/helpers/free-port.ts";
import { isMissing } from "../../packages/internal/test/helpers/is-missing.ts";
import { readBlocks } from "../website/blocks.ts";
import { runSteps } from "./helpers/run-steps.ts";

const timeoutMs = 60_000;
// Generated responses have a frozen time, and the server that curl calls has the time of day.
const frozenTime = /"2026-07-01T12:[\d:.]+Z"/g;

function readCommands(id: string) {
  const blocks = readBlocks(`docs/operations/${id}.md`);
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    const response = next?.language === "json" ? next.text.replaceAll(frozenTime, '"…"') : undefined;
    return block.language === "sh" ? [{ ...block, id, response }] : [];
  });
}

const [start, ...calls] = ["README", ...Object.keys(contract)].flatMap(readCommands);

describe.skipIf(isMissing("bash", "curl"))("the pages of the operations", () => {
  let outputs: readonly string[] = [];
  let port = "";

  beforeAll(async () => {
    port = String(await freePort());
    const server = `http://127.0.0.1:${port}`;
    const ready = `until curl -s ${server} -o page.html; do sleep 0.1; done`;
    const reset = `curl -s -X POST ${server}/_control/server/reset`;
    const commands = [`${start?.text} > server.log &\n${ready}`, ...calls.map(({ text }) => `${reset}\n${text} -sS`)];
    outputs = await runSteps(
      commands.map((text) => text.replaceAll("4000", port)),
      timeoutMs,
    );
  }, timeoutMs + 10_000);

  it.each(calls.map((call, index) => ({ ...call, output: index + 1 })))(
    "show the response to the command in line $line of $document",
    ({ response = "", output }) => {
      const text = response.replaceAll("4000", port);
      const comparison = fillIn({ language: "json", text }, outputs[output] ?? "");
      expect(comparison.printed).toStrictEqual(comparison.shown);
    },
  );
});

it("shows a command for each operation", () => {
  expect(calls.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(contract)));
});
