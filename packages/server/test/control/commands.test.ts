import type { Schema } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import { routes } from "../../src/control/http-protocol.ts";
import { methodAt } from "../helpers/control-calls.ts";
import { openServer } from "../helpers/open-server.ts";
import { overwriteValues } from "../helpers/overwrite-values.ts";
import { captureRejection, visibleState } from "../helpers/results.ts";
import { samples } from "../helpers/samples.ts";

const paths = Object.entries(samples);
const rejections = paths.flatMap(([path, { rejected }]) => rejected.map((call) => ({ path, ...call })));

it.each(paths)(
  "the command %s changes no input, and keeps no reference to it or to its output",
  async (path, sample) => {
    const [server, other] = [openServer(), openServer()];
    const given = await sample.argument(server, server);
    const before = structuredClone(given);
    const output = await methodAt(server, path)(given);
    expect(given).toStrictEqual(before);
    for (const value of [given, output]) if (typeof value === "object" && value !== null) overwriteValues(value);
    await methodAt(other, path)(await sample.argument(other, other));
    expect(visibleState(server)).toStrictEqual(visibleState(other));
  },
);

it.each(rejections)("a rejected command has $code, and changes nothing: $message", async (rejected) => {
  const { path, argument, ...expected } = rejected;
  const server = openServer();
  const given = await argument(server, server);
  const { code, message, problems } = await captureRejection(server, () => methodAt(server, path)(given));
  expect({ code, message }).toEqual(expected);
  const texts = problems.map((problem) => `${problem.path || "the input"} ${problem.message}`);
  expect(texts).toEqual(code === "invalid_input" ? [message.replace(/^Failed to .+?: (.+)\.$/, "$1")] : []);
});

type Fields = Readonly<Record<string, unknown>>;

// Faults and entries of the journal have tests of their own.
const commands = Object.entries(samples).flatMap(([path, sample]) => {
  const input = routes.get(path)?.command.input;
  return input && path !== "faults/add" && path !== "journal/explain" ? [{ path, input, ...sample }] : [];
});

describe.each(commands)("the input of $path", ({ path, input: { _zod }, goal, parameter, argument }) => {
  const { shape, catchall } = _zod.def as {
    readonly shape: Readonly<Record<string, Schema>>;
    readonly catchall?: Schema;
  };

  async function open() {
    const server = openServer();
    const given = await argument(server, server);
    const fields = (parameter === undefined ? { ...Object(given) } : { [parameter]: given }) as Fields;
    const method = methodAt(server, path);
    const call = (input: unknown) => method(parameter === undefined ? input : Reflect.get(Object(input), parameter));
    const expectProblem = async (wrong: unknown, place: string, message: string) => {
      expect(await captureRejection(server, () => call(wrong))).toEqual({
        code: "invalid_input",
        message: `Failed to ${goal}: ${place || "the input"} ${message}.`,
        problems: [{ path: place, message }],
      });
    };
    return { fields, call, expectProblem };
  }

  it.runIf(parameter === undefined)("is an object without other fields, of any class", async () => {
    const { fields, call, expectProblem } = await open();
    const names = Object.keys(shape).join(", ");
    const known = names === "" ? "there are no fields" : `the fields are ${names}`;
    for (const name of catchall === undefined ? [] : ["zzz", "__proto__", "constructor", "", "a.b[0]"]) {
      const given = Object.defineProperty({ ...fields }, name, { value: {}, enumerable: true });
      await expectProblem(given, "", `has unknown fields: ${name}; ${known}`);
    }
    for (const [what, value] of Object.entries({ null: null, "an array": [fields], "a string": "a", "a bigint": 5n }))
      await expectProblem(value, "", `must be an object, not ${what}`);
    await call(Object.freeze(Object.assign(Object.create(null), fields)));
  });
});

const tides = { brainId: "brain_tides" };
const page = { ...tides, slug: "spring-tide" };
const neap = { ...tides, title: "Neap tide" };
const path = "must be valid in the path of a URL";
const slug = 'must be URL-safe: not . or .., no white space, and none of " # % / < > ? [ \\ ] ^ ` { | }';
const url = "must be a URL that begins with https:// or http://";
const vector = "must be an array of finite numbers";
const time = "must be an ISO 8601 timestamp or a Date";
const key = "must be one or more visible ASCII characters";
const archived = "must be archived if and only if archived is true";
const twice = [{ ingestSourceId: "a" }, { ingestSourceId: "a" }];

// The rules that the type of a field does not state.
// biome-ignore format: a table
const rules: readonly [path: string, field: string, rest: Fields, values: readonly unknown[], message: string, place?: string][] = [
  ["brains/get", "brainId", {}, [undefined], "is missing"],
  ["brains/get", "brainId", {}, [5], "must be a string, not 5"],
  ["brains/create", "name", {}, [Number.NaN], "must be a string, not NaN"],
  ["brains/create", "name", {}, [5n], "must be a string, not a bigint"],
  ["brains/create", "name", {}, [true], "must be a string, not a boolean"],
  ["brains/create", "name", {}, [Symbol("a")], "must be a string, not a symbol"],
  ["brains/create", "name", {}, [null], "must be a string, not null"],
  ["brains/create", "name", {}, [["a"]], "must be a string, not an array"],
  ["brains/create", "name", {}, [{ toString: () => "a" }], "must be a string, not an object"],
  ["channels/update", "isMember", { installationId: "installation_north", channelId: "C_DECK" }, ["a"], "must be a boolean, not a string"],
  ["pages/list", "limit", tides, ["a"], "must be a number, not a string"],
  ["pages/create", "entities", neap, ["a"], "must be an array, not a string"],
  ["pages/create", "entities", neap, [[5, "a"]], "must be a string, not 5", "entities[0]"],
  ["pages/create", "source", neap, [["a"]], "must be an object, not an array"],
  ["pages/create", "sources", neap, [[{ ingestSourceId: "a", chunkUuids: [5] }]], "must be a string, not 5", "sources[0].chunkUuids[0]"],
  ["pages/create", "bucket", neap, ["", "__proto__", 5, ["notes"], null], "must be one of inbox, notes, ideas, projects"],
  ["apiKeys/create", "apiKey", {}, ["", "a b", "kéy", "line\nbreak", "null\0"], key],
  ["organizations/create", "apiKey", {}, ["", "two words"], key],
  ["organizations/create", "redirectUrl", {}, ["", "/done", "//app.example", "app.example", "javascript:alert(1)", "ftp://app.example", "https://", "https://a b", "http:app.example", " https://app.example"], url],
  ["organizations/update", "redirectUrl", { organizationId: "org_north" }, ["", "https:/app.example"], url],
  ["brains/create", "id", {}, [".", "..", "\ud800"], path],
  ["pages/create", "slug", neap, [".", "..", "\ud800", "a b", "a#b", "line\nbreak"], slug],
  ["bindings/create", "id", { ...tides, installationId: "installation_pier", channelId: "C_PIER" }, [".", ".."], path],
  ["brains/get", "brainId", {}, [""], "must not be empty"],
  ["pages/create", "title", tides, [" \t\r\n\u2003\ufeff"], "must not be empty"],
  ["pages/create", "body", neap, ["", " \n"], "must not be empty"],
  ["pages/edit", "body", page, ["", " \n"], "must not be empty"],
  ["pages/edit", "title", page, ["", "\t"], "must not be empty"],
  ["pages/create", "embedding", neap, [new Float64Array([1]), [1, "2"], [1n], [null], [[1]], [Number.POSITIVE_INFINITY], Array(2), "12", { 0: 1 }, null], vector],
  ["pages/compile", "embedding", page, [[Number.NaN], null], vector],
  ["pages/create", "createdAt", neap, ["yesterday", "", 0, {}, null, new Date(Number.NaN), new Date(8.64e15)], time],
  ["pages/create", "lastReferencedAt", neap, ["2026-02-30T00:00:00Z", 0], time],
  ["pages/compile", "sources", page, [[{ ingestSourceId: "a", attachedAt: null }]], time, "sources[0].attachedAt"],
  ["pages/compile", "sources", page, [twice], "is named already", "sources[1].ingestSourceId"],
  ["pages/create", "sources", neap, [twice], "is named already", "sources[1].ingestSourceId"],
  ["pages/create", "status", { ...neap, archived: true }, ["active"], archived],
  ["pages/create", "status", { ...neap, archived: false }, ["archived"], archived],
  ["pages/create", "status", { ...neap, pinned: true }, ["deprecated"], "must not be deprecated on a pinned page"],
  ["pages/create", "version", neap, [7.5], "must be a whole number, not 7.5"],
  ["pages/list", "limit", tides, [1.5], "must be a whole number, not 1.5"],
  ["pages/list", "limit", tides, [0], "must be at least 1"],
  ["pages/list", "limit", tides, [1001], "must be at most 1000"],
  ["brains/rankPages", "limit", tides, [501], "must be at most 500"],
  ["pages/mark", "status", page, ["deprecated", "archived"], "must be one of active, stale, contested"],
  ["brains/reportConnection", "slugs", tides, [[], ["spring-tide"]], "must be at least 2 elements long"],
  ["brains/reportConnection", "slugs", tides, [["a", "b", "c"]], "must be at most 2 elements long"],
  ["installations/create", "channels", {}, [[{ nam: "a", name: "a" }]], "has unknown fields: nam (did you mean name?); the fields are id, name, isPrivate, isMember", "channels[0]"],
  ["deliveries/waitFor", "timeout", {}, [120_001], "must be at most 120000"],
  ["deliveries/waitFor", "timeout", {}, [Number.POSITIVE_INFINITY], "must be a number, not Infinity"],
];

describe("a rejection", () => {
  it.each(rules)("by %s names the rule of %s after %j", async (path, field, rest, values, message, place = field) => {
    const server = openServer();
    for (const value of values) {
      const call = () => methodAt(server, path)({ ...rest, [field]: value });
      const { code, problems } = await captureRejection(server, call);
      expect({ code, problems }).toEqual({ code: "invalid_input", problems: [{ path: place, message }] });
    }
  });

  it("has all problems at once, and is short, whatever it quotes", async () => {
    const server = openServer();
    const input = { ...neap, title: " ", source: { channel: 5, colour: "red" }, sources: [{}], pinned: "yes" };
    const act = () => server.control.pages.create(input as never);
    const { message, problems } = await captureRejection(server, act);
    const places = ["pinned", "source", "source.channel", "sources[0].ingestSourceId", "title"];
    expect(problems.map((problem) => problem.path).toSorted()).toEqual(places);
    for (const problem of problems) expect(message).toContain(`${problem.path} ${problem.message}`);
    const long = () => server.control.brains.get({ brainId: "x".repeat(1e6) });
    expect((await captureRejection(server, long)).message.length).toBeLessThan(25_000);
  });
});
