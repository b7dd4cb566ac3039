import type { JournalEntry } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer, paths, send } from "../helpers/open-server.ts";
import { captureResult } from "../helpers/results.ts";

const { index: path } = paths;
const used = openServer();
await send(used, `GET ${path}`);
const entry = used.journal.get("request_1");

const received = "It was received at 2026-07-01T12:00:00.000Z";
const asUsual = `${received} with a key of org_north, for promptIndex.get.`;
const withoutKey = `${received} without a valid key, for promptIndex.get.`;
const noOperation = `${received} with a key of org_north, for no operation of the contract.`;
const ignored = "Ignored, because the specification does not define it: query.page, body.x.";
const reasons = "success, route, auth, validation, not_found, fault, abandoned, failure";
const faults =
  "status, rate_limit, hang, connection_reset, gateway_html, stalled_body, truncated_json, response, merge";
const notFound = "failed with 404,";
const broken = "the server, or a function passed to it, failed";
const notExecuted = "The operation was not executed.";

// A failure that an entry records, and how it is explained.
const failures = {
  route: { reason: "route", operation: null, status: 404, message: "Cannot GET /x" },
  auth: { reason: "auth", organizationId: null, status: 401, message: "Missing x-api-key header" },
  notFound: { reason: "not_found", status: 404, message: "Brain not found" },
  abort: { reason: "abandoned", status: null, committed: false },
  failure: { reason: "failure", status: 500, message: "The clock stopped", committed: false },
} as const;

describe("the explanation of an entry", () => {
  // biome-ignore format: one row a line
  it.each<[what: string, changes: Partial<JournalEntry>, words: string]>([
    ["a success", {}, `succeeded with 200. ${asUsual}`],
    ["a planned latency", { latency: 1 }, `succeeded with 200. ${asUsual} Planned latency: 1 ms.`],
    ["unknown fields", { ignoredFields: ["query.page", "body.x"] }, `succeeded with 200. ${asUsual} ${ignored}`],
    ["an unknown path", failures.route, `${notFound} because no operation has this method and path: Cannot GET /x. ${noOperation}`],
    ["a missing key", failures.auth, `failed with 401, because of its API key: Missing x-api-key header. ${withoutKey}`],
    ["a missing brain", failures.notFound, `${notFound} because the operation did not find a record: Brain not found. ${asUsual}`],
    ["a broken server", failures.failure, `failed with 500, because ${broken}: The clock stopped. ${asUsual}`],
    ["an abort", failures.abort, `was aborted by the caller before the response. ${notExecuted} ${asUsual}`],
  ])("says what happened, also to any organization: %s", (_, changes, words) => {
    for (const { journal } of [used, used.organization("org_south")]) {
      expect(journal.explain({ ...entry, ...changes })).toBe(`GET ${path} ${words}`);
    }
  });

  it.each<[fault: JournalEntry["fault"], changes: Partial<JournalEntry>, response: string, execution: string]>([
    ["status", { status: 503, committed: false }, "got the response 503", notExecuted],
    ["stalled_body", {}, "got the response 200", "The operation was executed."],
    ["hang", { status: null }, "got no response", "The operation was executed."],
  ])("names the planned fault %s, and says if the operation was executed", (fault, changes, response, execution) => {
    const words = `${response}, because the planned fault (${fault}) was applied. ${execution} ${asUsual}`;
    expect(used.journal.explain({ ...entry, reason: "fault", fault, ...changes })).toBe(`GET ${path} ${words}`);
  });

  it.each<[what: string, value: unknown, problem: string]>([
    ["nothing", undefined, "entry is missing"],
    ["a request", "GET /", "entry must be an object, not a string"],
    ["a status that is a text", { ...entry, status: "200" }, "entry.status must be a number, not a string"],
    ["an unknown reason", { ...entry, reason: "rule" }, `entry.reason must be one of ${reasons}`],
    ["a fault that replaces no response", { ...entry, fault: "latency" }, `entry.fault must be one of ${faults}`],
  ])("needs an entry, so that it rejects %s", async (_, value, problem) => {
    const message = `Failed to explain an entry of the journal: ${problem}. Pass an entry of journal.entries().`;
    const thrown = { code: "invalid_input", message };
    expect(await captureResult(() => used.journal.explain(value as JournalEntry))).toMatchObject({ thrown });
  });
});
