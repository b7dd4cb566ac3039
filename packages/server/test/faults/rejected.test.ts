import { ControlError, type Fault } from "@knowledge-base/server";
import { contract } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { openServer } from "../helpers/open-server.ts";
import { captureResult } from "../helpers/results.ts";

const kinds =
  "status, latency, rate_limit, hang, connection_reset, gateway_html, stalled_body, truncated_json, response";
const operations = Object.keys(contract).join(", ");
const fields = "brainId, bindingId, notifyBriefs, notifyConnections, notifyChanges, slug, installationId, limit";
const mebibyte = 1024 * 1024;

const retryAfterRule = "must be whole seconds of at least 0, or an HTTP date";
const latencyRule = "must be milliseconds from 0 to 120000, or a range such as { min: 100, max: 300 }";
const textRule = "must be printable Latin-1 text without spaces at its ends";
const ownHeader = "must not be given: the server sets it itself";
const noBody = (status: number) => `must not be given, because a response with status ${status} has no body`;
const unknownFields = (names: string, known: string) => `has unknown fields: ${names}; the fields are ${known}`;

const targetFields = "operation, input, skip, times, probability";
const response = (more: object) => ({ kind: "response", status: 200, ...more });
const header = (name: string, value: unknown) => response({ headers: { [name]: value } });
const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);
const parsed = (json: string): unknown => JSON.parse(json);
class Tide {}
const cyclic: unknown[] = [];
cyclic.push(cyclic);

type Row = readonly [fault: unknown, path: string, message: string];

// Rows of faults with one wrong field.
const wrong = (fault: object, field: string, ...values: readonly (readonly [value: unknown, rule: string])[]) =>
  values.map(([value, rule]): Row => [{ ...fault, [field]: value }, field, `must be ${rule}`]);

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  [null, "", "must be an object, not null"],
  [[], "", "must be an object, not an array"],
  [{}, "kind", "is missing"],
  ...["", "Hang", "json_patch", "sequence", "pass", 1, null, ["hang"]].map((kind) => [{ kind }, "kind", `must be one of ${kinds}`] as const),
  [{ kind: "hang", operation: "page.archive" }, "operation", "names no operation; did you mean pages.archive?"],
  ...["", "toString", "kb.live.key", "key_north"].map((operation) => [{ kind: "hang", operation }, "operation", `names no operation; the operations are ${operations}`] as const),
  ...[1, null].map((operation) => [{ kind: "hang", operation }, "operation", `must be a string, not ${operation}`] as const),
  ...wrong({ kind: "hang" }, "times", [0, "at least 1"], [1.5, "a whole number, not 1.5"], [Number.NaN, "a number, not NaN"], ["2", "a number, not a string"], [null, "a number, not null"], [2n, "a number, not a bigint"]),
  ...wrong({ kind: "hang" }, "skip", [-1, "at least 0"], [0.5, "a whole number, not 0.5"]),
  ...wrong({ kind: "hang" }, "probability", [0, "more than 0"], [1.000001, "at most 1"], [Number.NaN, "a number, not NaN"], ["0.5", "a number, not a string"]),
  ...wrong({ kind: "hang" }, "afterCommit", [1, "a boolean, not 1"], [null, "a boolean, not null"]),
  [{ kind: "hang", times: 1, probability: 1 }, "probability", "must not be given together with times"],
  [{ kind: "hang", input: null }, "input", "must be an object"],
  [{ kind: "hang", input: { brainID: "x" } }, "input.brainID", "is not a field of any operation; did you mean brainId?"],
  [{ kind: "hang", input: { moon: 1 } }, "input.moon", `is not a field of any operation; the fields are ${fields}`],
  [{ kind: "hang", operation: "promptIndex.get", input: { slug: "y" } }, "input.slug", "is not a field of promptIndex.get; the fields are brainId, limit"],
  [{ kind: "hang", input: { limit: 1n } }, "input.limit", "must be JSON, not a bigint"],
  [{ kind: "hang", input: { slug: cyclic } }, `input.slug${"[0]".repeat(99)}`, "is nested too deeply"],
  ...[{ kind: "status" }, { kind: "status", status: undefined }, { kind: "response" }, { kind: "response", body: {} }].map((fault) => [fault, "status", "is missing"] as const),
  ...["status", "gateway_html"].flatMap((kind) => wrong({ kind }, "status", [399, "at least 400"], [600, "at most 599"], [503.5, "a whole number, not 503.5"], ["503", "a number, not a string"])),
  ...[-1, 0.5, 2 ** 53, Number.NaN, null, true, "", "5", "soon", "Invalid Date GMT", "2026-07-01T12:00:05Z", "Wed, 1 Jul 2026 12:00:05 GMT", "Wed, 01 Jul 2026 12:00:05", "Thu, 01 Jul 2026 12:00:05 GMT", "Tue, 31 Feb 2026 12:00:05 GMT", "Wed, 01 Jul 2026 24:00:00 GMT", "Wed, 01 Jul 2026 12:00:05 GMT\r\nx: y"].map((retryAfter) => [{ kind: "status", status: 503, retryAfter }, "retryAfter", retryAfterRule] as const),
  [{ kind: "latency" }, "latency", "is missing"],
  ...wrong({ kind: "latency" }, "latency", [-1, "at least 0"], [120_001, "at most 120000"]),
  ...[Number.POSITIVE_INFINITY, null, "5"].map((latency) => [{ kind: "latency", latency }, "latency", latencyRule] as const),
  [{ kind: "latency", latency: { min: 2, max: 1 } }, "latency", "must have a min that is not above its max"],
  [{ kind: "latency", latency: { min: 0, max: 120_001 } }, "latency.max", "must be at most 120000"],
  [{ kind: "rate_limit", windowMs: 1 }, "limit", "is missing"],
  ...wrong({ kind: "rate_limit", windowMs: 1 }, "limit", [-1, "at least 0"], [0.5, "a whole number, not 0.5"]),
  ...wrong({ kind: "rate_limit", limit: 1 }, "windowMs", [0, "at least 1"]),
  ...["skip", "times", "probability"].map((name) => [{ kind: "rate_limit", limit: 1, windowMs: 1, [name]: 1 }, "", unknownFields(name, "kind, operation, input, limit, windowMs")] as const),
  [{ kind: "status", status: 503, latency: 1 }, "", unknownFields("latency", `kind, ${targetFields}, afterCommit, status, retryAfter`)],
  [{ kind: "latency", latency: 1, status: 503 }, "", unknownFields("status", `kind, ${targetFields}, afterCommit, latency`)],
  [{ kind: "hang", status: 503, id: "fault_1" }, "", unknownFields("status, id", `kind, ${targetFields}, afterCommit`)],
  [{ kind: "connection_reset", retryAfter: 1 }, "", unknownFields("retryAfter", `kind, ${targetFields}, afterCommit`)],
  [{ kind: "gateway_html", retryAfter: 1 }, "", unknownFields("retryAfter", `kind, ${targetFields}, afterCommit, status`)],
  [{ kind: "stalled_body", afterCommit: true }, "", unknownFields("afterCommit", `kind, ${targetFields}`)],
  [{ kind: "truncated_json", merge: {} }, "", unknownFields("merge", `kind, ${targetFields}`)],
  [response({ patch: [] }), "", unknownFields("patch", `kind, ${targetFields}, afterCommit, status, headers, body, merge`)],
  ...wrong({ kind: "response" }, "status", [199, "at least 200"], [600, "at most 599"]),
  [response({ merge: {}, body: null }), "body", "must not be given together with merge"],
  [response({ merge: {}, afterCommit: false }), "afterCommit", "must not be given: merge executes the operation"],
  ...[204, 205, 304].flatMap((status) => [
    [response({ status, body: "" }), "body", noBody(status)] as const,
    [response({ status, merge: {} }), "merge", noBody(status)] as const,
  ]),
  [response({ headers: 5 }), "headers", "must be an object"],
  ...["content-length", "Transfer-Encoding", "content-encoding", "connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"].map((name) => [header(name, "x"), `headers.${name}`, ownHeader] as const),
  ...["", "a b", "a:b", "x\r\ny", "größe"].map((name) => [header(name, "x"), `headers.${name}`, "is not the name of a header"] as const),
  ...["a\r\nset-cookie: b", "a\nb", "a\0b", " a", "a\t", "🌊", "\x7f"].map((value) => [header("x", value), "headers.x", textRule] as const),
  [header("x", 5), "headers.x", "must be a string"],
  [response({ headers: parsed('{ "__proto__": "x" }') }), "headers.__proto__", "is not the name of a header"],
  [header("a", "x".repeat(8192)), "headers", "must have at most 8192 characters"],
  ...wrong(response({}), "body", [Number.NaN, "JSON, not NaN"], [1n, "JSON, not a bigint"]),
  [response({ body: { at: [new Date(0)] } }), "body.at[0]", "must be JSON, not a Date"],
  [response({ body: [new Tide()] }), "body[0]", "must be JSON, not an object of a class"],
  [response({ body: [1, undefined] }), "body[1]", "is missing"],
  [response({ body: nest(101) }), `body${"[0]".repeat(100)}`, "is nested too deeply"],
  [{ kind: "response", merge: cyclic }, `merge${"[0]".repeat(100)}`, "is nested too deeply"],
  [response({ body: "x".repeat(mebibyte) }), "", `must have at most ${mebibyte} bytes as JSON, not ${mebibyte + 42}`],
];

describe("a fault is rejected", () => {
  it.each(rows.map(([fault, path, message]) => ({ fault, path, message })))(
    "$path $message",
    async ({ fault, path, message }) => {
      const server = openServer();
      const sentence = `${path === "" ? "the input" : path} ${message}`;
      const thrown = {
        class: ControlError,
        code: "invalid_input",
        message: `Failed to plan a fault: ${sentence}${sentence.endsWith("?") ? "" : "."}`,
        problems: [{ path, message }],
      };
      for (const { faults } of [server, server.organization("org_north")]) {
        expect(await captureResult(() => faults.add(fault as Fault))).toMatchObject({ thrown });
        expect(faults.list()).toEqual([]);
      }
    },
  );

  it("with all of its problems", () => {
    const { faults } = openServer();
    const fault = { kind: "response", status: 199, operation: 1, times: 0, headers: { te: "x", " ": "y" } };
    const message = /: operation .+; times .+; status .+; headers\.te .+; headers\. {2}is .+\.$/;
    expect(() => faults.add(fault as unknown as Fault)).toThrow(message);
  });

  it("if it has too many values", () => {
    const shared = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, inner], 1);
    const { faults } = openServer();
    expect(() => faults.add({ kind: "response", merge: [shared] })).toThrow(/merge\S+ is one value too many\.$/);
  });
});

describe("a fault is planned", () => {
  it.each<Fault>([
    { kind: "status", status: 400, retryAfter: 0 },
    { kind: "status", status: 599, retryAfter: "Sun, 29 Feb 2032 23:59:59 GMT" },
    { kind: "latency", latency: 0, skip: 0 },
    { kind: "latency", latency: 120_000, times: Number.MAX_SAFE_INTEGER },
    { kind: "hang", probability: 1 },
    { kind: "hang", probability: Number.MIN_VALUE },
    { kind: "hang", times: 1, probability: undefined, operation: undefined, afterCommit: undefined },
    { kind: "response", merge: null, status: undefined, body: undefined, afterCommit: undefined } as Fault,
    { kind: "response", status: 200, headers: { a: "x".repeat(8191) } },
    { kind: "response", status: 200, body: nest(100) as object },
    { kind: "response", status: 200, body: "x".repeat(mebibyte - 42) },
  ])("at the limits of its fields: %o", (fault) => {
    expect(openServer().faults.add(fault)).toStrictEqual({
      ...fault,
      id: "fault_1",
      uses: 0,
      ...(fault.skip !== undefined && { skipped: 0 }),
    });
  });

  it("at most 1,000 times at once", async () => {
    const server = openServer();
    for (let count = 0; count < 1000; count += 1) server.faults.add({ kind: "hang", operation: "oauth.start" });
    const full = "Failed to plan a fault: 1000 faults are planned, which is the limit; remove one first.";
    expect(() => server.faults.add({ kind: "hang" })).toThrow(full);
    expect(() => server.faults.add({ kind: "hang" })).toThrow(ControlError);
    server.organization("org_north").faults.add({ kind: "hang" });
    server.faults.remove("fault_500");
    expect(server.faults.add({ kind: "hang" }).id).toBe("fault_1001");
  });
});
