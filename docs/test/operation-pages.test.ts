import { contract } from "@knowledge-base/types";
import { expect, it } from "vitest";
import { readBlocks } from "../website/blocks.ts";
import { stepsIn, testSteps } from "./helpers/run-steps.ts";

// Generated responses have a frozen time, and the server that curl calls has the time of day.
const frozenTime = /"2026-07-01T12:[\d:.]+Z"/g;

const operations = Object.keys(contract);
const [start, ...calls] = ["README", ...operations].flatMap((id) => stepsIn(readBlocks(`docs/operations/${id}.md`)));

const server = "http://127.0.0.1:4000";
const ready = `until curl -s ${server} -o page.html; do sleep 0.1; done`;
const reset = `curl -s -X POST ${server}/_control/server/reset`;
const started = start ? [{ ...start, text: `${start.text} > server.log &\n${ready}`, shownOutput: undefined }] : [];

testSteps("the pages of the operations", [
  ...started,
  ...calls.map(({ text, shownOutput, ...call }) => {
    const expected = shownOutput && { ...shownOutput, text: shownOutput.text.replaceAll(frozenTime, '"…"') };
    return { ...call, text: `${reset}\n${text} -sS`, shownOutput: expected };
  }),
]);

it.each(operations)("the page of %s shows a command", (id) => {
  expect(calls.map(({ document }) => document)).toContain(`docs/operations/${id}.md`);
});
