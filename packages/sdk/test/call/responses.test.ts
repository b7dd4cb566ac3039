import { idle } from "@knowledge-base/internal/test-helpers/timers.ts";
import { type CallOptions, type DriftEvent, type KnowledgeBase, ResponseError, StatusError } from "@knowledge-base/sdk";
import { page as createPage } from "@knowledge-base/server/factories";
import { describe, expect, it } from "vitest";
import { createClient, createJsonClient, respond } from "../helpers/client.ts";
import { entry, getIndex, operationCalls, startOAuth } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";

const modes = ["strict", "tolerant", "report", "off"] as const;

const archive = (kb: KnowledgeBase, options: CallOptions) => kb.pages.archive({ brainId: "b", slug: "s" }, options);

// Bodies that aren't JSON, with the problem and the status.
// biome-ignore format: one row a line
const notJson: readonly { what: string; body: string | null; problem: string; status?: number }[] = [
  { what: "an empty body", body: "", problem: "has no body" },
  { what: "no body", body: null, problem: "has no body", status: 204 },
  { what: "white space", body: " \r\n\t", problem: "is not JSON" },
  { what: "HTML", body: "\n<!doctype html><title>Sign in</title>", problem: "is HTML, not JSON: check baseUrl and proxies" },
  { what: "text", body: "OK", problem: "is not JSON" },
  { what: "JSON that is cut", body: '[{"slug":"a","title', problem: "is not JSON" },
  { what: "JSON with more behind it", body: "[]\n[]", problem: "is not JSON" },
  { what: "values that JSON does not know", body: "[NaN]", problem: "is not JSON" },
  { what: "events", body: "data: []\n\n", problem: "is not JSON" },
  { what: "bytes that are no text", body: "\u00ff\u0000\u0001", problem: "is not JSON" },
];

it.each(notJson)("a response that isn't JSON but $what is a ResponseError", async ({ body, problem, status = 200 }) => {
  for (const validate of modes) {
    const kb = createClient(respond(body, status), { validate });
    for (const call of Object.values(operationCalls)) {
      const error = await expectRejection(ResponseError, call(kb));
      expect(error.message).toMatch(new RegExp(`: the response with status ${status} ${problem}\\.$`));
      expect(error).toMatchObject({ code: "response", status, rawBody: body ?? "", issues: [] });
      expect(error).toMatchObject({ stopReason: undefined, attempts: [{ number: 1, status }] });
      // The message of a SyntaxError would quote the body.
      expect(error.cause).toBeUndefined();
      expect(error).not.toBeInstanceOf(StatusError);
      expect(await (await getIndex(kb).asResponse()).text()).toBe(body ?? "");
    }
  }
});

it("a successful response that isn't JSON shows its first 4,096 characters", async () => {
  const call = getIndex(createClient(respond("<".repeat(9999))));
  const error = await expectRejection(ResponseError, call);
  expect(error.rawBody).toBe("<".repeat(4096));
  expect(error.message.length).toBeLessThan(200);
});

it.each(["application/json; charset=latin1", "text/html", ""])("a response is UTF-8, also as %j", async (type) => {
  const entries = [{ ...entry, title: "é" }];
  const kb = createClient(respond(`\ufeff${JSON.stringify(entries)}`, 200, { "content-type": type }));
  expect(await getIndex(kb)).toEqual(entries);
});

it("a successful response with another status than the documented one is an error in the strict mode only", async () => {
  for (const validate of modes) {
    const call = getIndex(createJsonClient([entry], { validate }, 203).kb);
    if (validate !== "strict") expect(await call).toEqual([entry]);
    else await expect(call).rejects.toThrow("the response with status 203 must have the status 200.");
  }
});

const source = { ingestSourceId: "i", chunkUuids: ["u"], attachedAt: "2026-03-02T08:15:00.000Z" };
const page = { ...createPage({ embedding: [0.5], entities: ["e"], source: { channel: "agent" } }), sources: [source] };

type Departure = Pick<DriftEvent, "kind" | "path" | "message"> & { what: string; body: unknown; value?: string };

const nested = { ...page, sources: [{ ...source, extra: 1 }] };
const unknownField = { kind: "unknown_field", message: "is not a known field" } as const;
const statuses = "must be one of active, deprecated, stale, contested, archived";
const unknownStatus = { kind: "unknown_value", path: ["status"], message: statuses, value: "frozen" } as const;

// Bodies that differ from the contract in one way.
// biome-ignore format: one row a line
const departures: readonly Departure[] = [
  { what: "an unknown field", body: { ...page, colour: null }, path: ["colour"], ...unknownField },
  { what: "a field that every object has", body: { ...page, toString: 1 }, path: ["toString"], ...unknownField },
  { what: "an unknown field in a list", body: nested, path: ["sources", 0, "extra"], ...unknownField },
  { what: "an unknown value of an enum", body: { ...page, status: "frozen" }, ...unknownStatus },
  { what: "a missing field", body: { ...page, title: undefined }, path: ["title"], kind: "missing_field", message: "is missing" },
  { what: "another type", body: { ...page, title: 5 }, path: ["title"], kind: "wrong_type", message: "must be a string, not 5" },
  { what: "a list for an object", body: [], kind: "wrong_type", path: [], message: "must be an object, not an array" },
  { what: "null for an object", body: null, kind: "wrong_type", path: [], message: "must be an object, not null" },
];

// The differences that each mode accepts.
const acceptedKinds: Readonly<Record<(typeof modes)[number], readonly DriftEvent["kind"][]>> = {
  strict: [],
  tolerant: ["unknown_field", "unknown_value"],
  report: ["unknown_field", "unknown_value", "missing_field", "wrong_type"],
  off: ["unknown_field", "unknown_value", "missing_field", "wrong_type"],
};

describe.each(modes)("in the mode %s, a response", (validate) => {
  const isAccepted = ({ kind }: Departure) => acceptedKinds[validate].includes(kind);
  const reports = validate === "off" ? "isn't" : "is";

  it.each(departures.filter(isAccepted))(`with $what is accepted, and ${reports} reported`, async (departure) => {
    const { what: _, body, ...drift } = departure;
    const { kb, drifts } = createJsonClient(body, { validate: "off" }, 201);
    expect(JSON.stringify(await archive(kb, { validate }))).toBe(JSON.stringify(body));
    await idle();
    expect(drifts).toMatchObject(validate === "off" ? [] : [{ operation: "pages.archive", ...drift }]);
  });

  it.each(departures.filter((one) => !isAccepted(one)))("with $what is an error", async (departure) => {
    const { what: _, body, ...drift } = departure;
    const { kb, drifts } = createJsonClient(body, { validate: "off" }, 201);
    const error = await expectRejection(ResponseError, archive(kb, { validate }));
    const problem = "Failed to archive a page: the response with status 201 differs from the contract: ";
    expect(error.message.startsWith(problem)).toBe(true);
    expect(error).toMatchObject({ code: "response", status: 201, issues: [drift] });
    expect(error.cause).toBeUndefined();
    expect(drifts).toEqual([]);
  });

  it("as documented is returned as it is, and not reported", async () => {
    const { kb, drifts } = createJsonClient(page, {}, 201);
    expect(await archive(kb, { validate })).toStrictEqual(page);
    expect(drifts).toEqual([]);
  });
});

it("the error of a response that differs from the contract has every problem and its path, and three in its message", async () => {
  const entries = Array.from({ length: 103 }, () => ({ ...entry, title: 5 }));
  const error = await expectRejection(ResponseError, getIndex(createJsonClient(entries).kb));
  expect(error.message).toBe(
    "Failed to get the prompt index: the response with status 200 differs from the contract: " +
      "[0].title must be a string, not 5; [1].title must be a string, not 5; [2].title must be a string, not 5; " +
      "and 100 more.",
  );
  expect(error.issues.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, index) => [index, "title"]));
});

it("the error of a response that differs from the contract is a ResponseError for every operation", async () => {
  for (const value of [{}, [{}], null, "text", { data: [] }, [null]]) {
    for (const call of Object.values(operationCalls))
      await expectRejection(ResponseError, call(createJsonClient(value).kb));
  }
  const error = await expectRejection(ResponseError, startOAuth(createJsonClient({}).kb));
  expect(error.issues).toMatchObject([{ kind: "missing_field" }, { kind: "missing_field" }]);
});

it("a long list of values that aren't listed is accepted, but not if its last entry is invalid", async () => {
  const unlisted = Array.from({ length: 15_000 }, () => ({ ...entry, pageType: "novelty" }));
  expect(await getIndex(createJsonClient(unlisted).kb)).toHaveLength(15_000);
  const invalid = [...unlisted, { ...entry, slug: 5, title: undefined }];
  const error = await expectRejection(ResponseError, getIndex(createJsonClient(invalid).kb));
  expect(error.issues.map(({ path }) => path.map(String).join("."))).toEqual(["15000.slug", "15000.title"]);
});

const drifting = (count: number) => Array.from({ length: count }, (_, index) => ({ ...entry, [`f${index}`]: 1 }));

it("drift is reported once for each difference, whatever the item, the call or the client of withOptions", async () => {
  const entries = ["recipe", "recipe", "menu"].map((pageType) => ({ ...entry, pageType, colour: 1 }));
  const { kb, drifts } = createJsonClient(entries);
  for (const client of [kb, kb, kb.withOptions({ timeout: 900 }), kb.withOptions({ validate: "report" })])
    await getIndex(client);
  await idle();
  expect(new Set(drifts.map(({ kind, path, value }) => `${kind} ${path.map(String).join(".")} ${value}`))).toEqual(
    new Set(["unknown_value 0.pageType recipe", "unknown_value 2.pageType menu", "unknown_field 0.colour undefined"]),
  );
  expect(drifts).toHaveLength(3);
});

it("drift is another one for another operation, place, kind or client", async () => {
  const reported: unknown[] = [];
  const bodies = [{ slug: undefined }, { slug: 5 }, { title: 5 }, { pageType: "frozen" }, { status: "frozen" }];
  const left = [...bodies, ...bodies, ...bodies];
  const onDrift = ({ kind, path }: DriftEvent) => reported.push(`${String(path[1])}: ${kind}`);
  const fetch = async () => Response.json([{ ...entry, ...left.shift() }]);
  const [kb, other] = [1, 2].map(() => createClient(fetch, { validate: "report", onDrift }));
  for (const client of [kb, kb, other]) for (const _ of bodies) await getIndex(client ?? expect.unreachable());
  await idle();
  const kinds = ["slug: missing_field", "slug: wrong_type", "title: wrong_type"];
  const expected = [...kinds, "pageType: unknown_value", "status: unknown_value"];
  expect(reported).toEqual([...expected, ...expected]);
});

it("drift is reported at most 10 times for a response, and 1,000 times for a client", async () => {
  const { kb, drifts } = createJsonClient(drifting(50));
  expect(await getIndex(kb)).toHaveLength(50);
  await idle();
  expect(drifts).toHaveLength(10);
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return Response.json([{ ...entry, [`field${requests}`]: 1 }]);
  };
  const reported: unknown[] = [];
  const other = createClient(fetch, { onDrift: (drift) => reported.push(drift) });
  for (let call = 0; call < 1100; call += 1) await getIndex(other);
  await idle();
  expect(reported).toHaveLength(1000);
});
