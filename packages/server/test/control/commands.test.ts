import { describe, expect, it } from "vitest";
import { methodAt } from "../http-control/method-at.ts";
import { samples } from "../http-control/samples.ts";
import { visibleState } from "../http-control/visible-state.ts";
import { openServer } from "../open-server.ts";
import { overwriteValues } from "../overwrite-values.ts";
import { captureAsyncRejection } from "./capture-rejection.ts";

const paths = Object.entries(samples);
const rejections = paths.flatMap(([path, { rejected }]) => rejected.map((call) => ({ path, ...call })));

it("every command is in the table of samples", () => {
  const { control, clock, faults, journal, deliveries } = openServer();
  const groups = Object.entries({ ...control, clock, faults, journal, deliveries });
  const names = groups.flatMap(([group, methods]) => Object.keys(methods).map((name) => `${group}/${name}`));
  expect(Object.keys(samples).toSorted()).toEqual(names.toSorted());
});

describe.each(paths)("the command %s", (path, { argument }) => {
  it("does not change its input, and keeps no reference to it or to its output", async () => {
    const [server, other] = [openServer(), openServer()];
    const given = await argument(server, server);
    const before = structuredClone(given);
    const output = await methodAt(server, path)(given);
    expect(given).toStrictEqual(before);
    for (const value of [given, output]) if (typeof value === "object" && value !== null) overwriteValues(value);
    await methodAt(other, path)(await argument(other, other));
    expect(visibleState(server)).toStrictEqual(visibleState(other));
  });
});

describe("a rejected command", () => {
  it.each(rejections)("has $code, and changes nothing: $message", async ({ path, argument, ...expected }) => {
    const server = openServer();
    const given = await argument(server, server);
    const { code, message, problems } = await captureAsyncRejection(server, () => methodAt(server, path)(given));
    expect({ code, message }).toEqual(expected);
    const texts = problems.map((problem) => `${problem.path || "the input"} ${problem.message}`);
    expect(texts).toEqual(code === "invalid_input" ? [message.replace(/^Failed to .+?: (.+)\.$/, "$1")] : []);
  });
});
