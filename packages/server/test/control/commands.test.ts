import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { methodAt } from "../http-control/method-at.ts";
import { samples } from "../http-control/samples.ts";
import { openServer } from "../open-server.ts";
import { overwriteValues } from "../overwrite-values.ts";
import { recordsOf } from "../records-of.ts";
import { captureAsyncRejection } from "./capture-rejection.ts";

const paths = Object.entries(samples).map(([path, sample]) => ({ path, ...sample }));
const rejections = paths.flatMap(({ path, rejected }) => rejected.map((call) => ({ path, ...call })));

/** What the controls show of a server: its records, and the tools of the server and of an organization. */
function visibleState(server: ReferenceServer) {
  const tools = [server, server.organization("org_north")].map(({ clock, faults, journal, deliveries }) => [
    clock.status(),
    faults.list(),
    journal.entries(),
    deliveries.list(),
  ]);
  return [recordsOf(server), ...tools];
}

describe("a command", () => {
  it("has a row in the table of samples, and so has every other one", () => {
    const { control, clock, faults, journal, deliveries } = openServer();
    const groups = Object.entries({ ...control, clock, faults, journal, deliveries });
    const names = groups.flatMap(([group, methods]) => Object.keys(methods).map((name) => `${group}/${name}`));
    expect(Object.keys(samples).toSorted()).toEqual(names.toSorted());
  });

  it.each(paths)("neither changes its input nor keeps a reference to it: $path", async ({ path, argument }) => {
    const [server, other] = [openServer(), openServer()];
    const given = await argument(server, server);
    const before = structuredClone(given);
    await methodAt(server, path)(given);
    expect(given).toStrictEqual(before);
    if (typeof given === "object" && given !== null) overwriteValues(given);
    await methodAt(other, path)(await argument(other, other));
    expect(visibleState(server)).toStrictEqual(visibleState(other));
  });

  it.each(paths)("returns a copy: $path", async ({ path, argument }) => {
    const server = openServer();
    const output = await methodAt(server, path)(await argument(server, server));
    const before = visibleState(server);
    if (typeof output === "object" && output !== null) overwriteValues(output);
    expect(visibleState(server)).toStrictEqual(before);
  });

  it.each(rejections)(
    "is rejected with $code, and changes nothing: $message",
    async ({ path, argument, ...expected }) => {
      const server = openServer();
      const given = await argument(server, server);
      const { code, message, problems } = await captureAsyncRejection(server, () => methodAt(server, path)(given));
      expect({ code, message }).toEqual(expected);
      const texts = problems.map((problem) => `${problem.path || "the input"} ${problem.message}`);
      expect(texts).toEqual(code === "invalid_input" ? [message.replace(/^Failed to .+?: (.+)\.$/, "$1")] : []);
    },
  );
});
