import { describe, expect, it } from "vitest";
import { overwriteValues } from "../../../internal/test/helpers/overwrite-values.ts";
import { methodAt } from "../helpers/control-calls.ts";
import { operationAt } from "../helpers/document-checker.ts";
import { openServer } from "../helpers/open-server.ts";
import { captureRejection, visibleState } from "../helpers/results.ts";
import { rejections, samples } from "../helpers/samples.ts";

it.each(samples)("$path changes no input, and keeps no reference to it or to its output", async (sample) => {
  const { path, prepare, input } = sample;
  const [server, other] = [openServer(), openServer()];
  await prepare?.(server);
  const given = structuredClone(input);
  const output = await methodAt(server, path)(given);
  expect(given).toStrictEqual(input);
  for (const value of [given, output]) if (typeof value === "object" && value !== null) overwriteValues(value);
  await prepare?.(other);
  await methodAt(other, path)(input);
  expect(visibleState(server)).toStrictEqual(visibleState(other));
});

it.each(rejections)("$path is rejected with $code, because $cause, and changes nothing", async (rejection) => {
  const { path, code, cause, prepare, input } = rejection;
  const server = openServer();
  await prepare?.(server);
  const { message, problems, ...rest } = await captureRejection(server, () => methodAt(server, path)(input));
  expect(rest).toEqual({ code });
  expect(message.slice(message.indexOf(": ") + 2)).toBe(`${cause}.`);
  expect(problems).toHaveLength(code === "invalid_input" ? 1 : 0);
});

const idNames = ["organizationId", "apiKey", "brainId", "slug", "slugs", "installationId", "channelId", "bindingId"];
const ids = samples.flatMap((sample) => {
  const names = idNames.filter((name) => Object.hasOwn(Object(sample.input), name));
  // A filter or an entry may name records that do not exist.
  return /^(journal|deliveries)/.test(sample.path) ? [] : names.map((name) => ({ name, ...sample }));
});

it.each(ids)("$path finds no record if its $name names none", async ({ path, name, task, prepare, input }) => {
  const server = openServer();
  await prepare?.(server);
  const other = { ...Object(input), [name]: name === "slugs" ? ["moon", "sun"] : "moon" };
  const { code, message } = await captureRejection(server, () => methodAt(server, path)(other));
  expect(code).toBe("not_found");
  expect(message).toMatch(new RegExp(`^Failed to ${task}: (there is no|.+ has no) (.+ moon|such key)\\.$`));
});

// Faults have tests of their own.
const controls = samples.flatMap((sample) => {
  const { path, parameter } = sample;
  const schema = operationAt(path).requestBody?.content["application/json"]?.schema;
  return schema && parameter === undefined && path !== "faults/add" ? [{ ...sample, schema }] : [];
});

describe.each(controls)("the input of $path", ({ path, task, prepare, input, schema }) => {
  const { properties = {}, additionalProperties } = schema as { properties?: object; additionalProperties?: unknown };

  async function expectRejected(message: string, given: unknown): Promise<void> {
    const server = openServer();
    expect(await captureRejection(server, () => methodAt(server, path)(given))).toEqual({
      code: "invalid_input",
      message: `Failed to ${task}: the input ${message}.`,
      problems: [{ path: "", message }],
    });
  }

  it.runIf(additionalProperties === false)("has no other fields", async () => {
    const names = Object.keys(properties).join(", ");
    const known = names === "" ? "there are no fields" : `the fields are ${names}`;
    for (const name of ["zzz", "__proto__", "constructor", "", "a.b[0]"]) {
      const given = Object.defineProperty({ ...Object(input) }, name, { value: {}, enumerable: true });
      await expectRejected(`has unknown fields: ${name}; ${known}`, given);
    }
  });

  it("is an object", async () => {
    await expectRejected("must be an object, not null", null);
    await expectRejected("must be an object, not an array", [{}]);
    await expectRejected("must be an object, not a string", "a");
  });

  it("may be an object without a class that is frozen", async () => {
    const server = openServer();
    await prepare?.(server);
    await methodAt(server, path)(Object.freeze(Object.assign(Object.create(null), input)));
  });
});

const tides = { brainId: "brain_tides" };
const page = { ...tides, slug: "spring-tide" };
const neap = { ...tides, title: "Neap tide" };
const north = { organizationId: "org_north" };
const source = { ingestSourceId: "a" };
const twice = [source, source];
const keyRule = "must be one or more visible ASCII characters";
const urlRule = "must be a URL that begins with https:// or http://";
const timeRule = "must be an ISO 8601 timestamp or a Date";
const numberRule = "must be an array of finite numbers";
const report = "brains/reportConnection";
const timeless = { ...source, attachedAt: null };
const three = ["a", "b", "c"];
const unknownField =
  "channels[0] has unknown fields: nam (did you mean name?); the fields are id, name, isPrivate, isMember";

describe("an invalid input", () => {
  it.each<{ path: string; problem: string; input: object }>([
    { path: "brains/get", problem: "brainId is missing", input: {} },
    { path: "brains/get", problem: "brainId must not be empty", input: { brainId: "" } },
    { path: "brains/create", problem: "name must be a string, not a bigint", input: { name: 5n } },
    { path: "brains/update", problem: "name is missing", input: tides },
    { path: "brains/create", problem: "id must be valid in the path of a URL", input: { id: ".." } },
    { path: "apiKeys/create", problem: `apiKey ${keyRule}`, input: { apiKey: "null\0" } },
    { path: "organizations/create", problem: `apiKey ${keyRule}`, input: { apiKey: "two words" } },
    { path: "organizations/create", problem: `redirectUrl ${urlRule}`, input: { redirectUrl: "javascript:alert(1)" } },
    { path: "organizations/update", problem: `redirectUrl ${urlRule}`, input: { ...north, redirectUrl: "http:app" } },
    { path: "pages/list", problem: "limit must be at least 1", input: { ...tides, limit: 0 } },
    { path: "pages/list", problem: "limit must be a whole number, not 1.5", input: { ...tides, limit: 1.5 } },
    { path: "pages/list", problem: "limit must be at most 1000", input: { ...tides, limit: 1001 } },
    { path: "brains/rankPages", problem: "limit must be at most 500", input: { ...tides, limit: 501 } },
    { path: "pages/create", problem: "title must not be empty", input: { ...tides, title: " \t\r\n\u2003\ufeff" } },
    { path: "pages/create", problem: "body must not be empty", input: { ...neap, body: " \n" } },
    { path: "pages/edit", problem: "title must not be empty", input: { ...page, title: "\t" } },
    { path: "pages/edit", problem: "body must not be empty", input: { ...page, body: "" } },
    { path: "pages/create", problem: "version must be a whole number, not 7.5", input: { ...neap, version: 7.5 } },
    { path: "pages/create", problem: `embedding ${numberRule}`, input: { ...neap, embedding: new Float64Array([1]) } },
    { path: "pages/create", problem: `embedding ${numberRule}`, input: { ...neap, embedding: Array(2) } },
    { path: "pages/compile", problem: `embedding ${numberRule}`, input: { ...page, embedding: [Number.NaN] } },
    { path: "pages/create", problem: `createdAt ${timeRule}`, input: { ...neap, createdAt: 0 } },
    { path: "pages/create", problem: `createdAt ${timeRule}`, input: { ...neap, createdAt: new Date(8.64e15) } },
    { path: "pages/compile", problem: `sources[0].attachedAt ${timeRule}`, input: { ...page, sources: [timeless] } },
    { path: "pages/create", problem: "sources[1].ingestSourceId is named already", input: { ...neap, sources: twice } },
    {
      path: "pages/compile",
      problem: "sources[1].ingestSourceId is named already",
      input: { ...page, sources: twice },
    },
    { path: "pages/mark", problem: "status must be one of active, stale, contested", input: { ...page, status: "x" } },
    { path: report, problem: "slugs must be at least 2 elements long", input: { ...tides, slugs: ["a"] } },
    { path: report, problem: "slugs must be at most 2 elements long", input: { ...tides, slugs: three } },
    { path: "deliveries/waitFor", problem: "timeout must be at most 120000", input: { timeout: 120_001 } },
    { path: "deliveries/waitFor", problem: "timeout must be a number, not Infinity", input: { timeout: 1 / 0 } },
    { path: "installations/create", problem: unknownField, input: { channels: [{ nam: "a", name: "a" }] } },
  ])("of $path is rejected, because its $problem", async ({ path, problem, input }) => {
    const server = openServer();
    const { code, problems } = await captureRejection(server, () => methodAt(server, path)(input));
    expect(code).toBe("invalid_input");
    expect(problems.map((one) => `${one.path} ${one.message}`)).toEqual([problem]);
  });

  it("is rejected with all of its problems", async () => {
    const server = openServer();
    const input = { ...neap, title: " ", source: { channel: 5, colour: "red" }, sources: [{}], pinned: "yes" };
    const act = () => server.control.pages.create(input as never);
    const { message, problems } = await captureRejection(server, act);
    const places = ["pinned", "source", "source.channel", "sources[0].ingestSourceId", "title"];
    expect(problems.map((problem) => problem.path).toSorted()).toEqual(places);
    for (const problem of problems) expect(message).toContain(`${problem.path} ${problem.message}`);
  });

  it("is rejected with a short message, whatever it quotes", async () => {
    const server = openServer();
    const act = () => server.control.brains.get({ brainId: "x".repeat(1e6) });
    expect((await captureRejection(server, act)).message.length).toBeLessThan(25_000);
  });
});
