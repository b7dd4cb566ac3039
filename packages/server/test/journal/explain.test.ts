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
  it.each<{ what: string; changes?: Partial<JournalEntry>; words: string }>([
    { what: "a success", words: `succeeded with 200. ${asUsual}` },
    { what: "a planned latency", changes: { latency: 1 }, words: `succeeded with 200. ${asUsual} Planned latency: 1 ms.` },
    { what: "unknown fields", changes: { ignoredFields: ["query.page", "body.x"] }, words: `succeeded with 200. ${asUsual} ${ignored}` },
    { what: "an unknown path", changes: failures.route, words: `${notFound} because no operation has this method and path: Cannot GET /x. ${noOperation}` },
    { what: "a missing key", changes: failures.auth, words: `failed with 401, because of its API key: Missing x-api-key header. ${withoutKey}` },
    { what: "a missing brain", changes: failures.notFound, words: `${notFound} because the operation did not find a record: Brain not found. ${asUsual}` },
    { what: "a broken server", changes: failures.failure, words: `failed with 500, because ${broken}: The clock stopped. ${asUsual}` },
    { what: "an abort", changes: failures.abort, words: `was aborted by the caller before the response. ${notExecuted} ${asUsual}` },
  ])("says what happened with $what, also to any organization", ({ changes, words }) => {
    for (const { journal } of [used, used.organization("org_south")]) {
      expect(journal.explain({ ...entry, ...changes })).toBe(`GET ${path} ${words}`);
    }
  });

  it.each<{ fault: JournalEntry["fault"]; changes?: Partial<JournalEntry>; response: string; execution: string }>([
    {
      fault: "status",
      changes: { status: 503, committed: false },
      response: "got the response 503",
      execution: notExecuted,
    },
    { fault: "stalled_body", response: "got the response 200", execution: "The operation was executed." },
    { fault: "hang", changes: { status: null }, response: "got no response", execution: "The operation was executed." },
  ])(
    "names the planned fault $fault, and says if the operation was executed",
    ({ fault, changes, response, execution }) => {
      const words = `${response}, because the planned fault (${fault}) was applied. ${execution} ${asUsual}`;
      expect(used.journal.explain({ ...entry, reason: "fault", fault, ...changes })).toBe(`GET ${path} ${words}`);
    },
  );

  // biome-ignore format: one row a line
  it.each<{ what: string; value: unknown; problem: string }>([
    { what: "nothing", value: undefined, problem: "entry is missing" },
    { what: "a request", value: "GET /", problem: "entry must be an object, not a string" },
    { what: "a status that is a text", value: { ...entry, status: "200" }, problem: "entry.status must be a number, not a string" },
    { what: "an unknown reason", value: { ...entry, reason: "rule" }, problem: `entry.reason must be one of ${reasons}` },
    { what: "a fault that replaces no response", value: { ...entry, fault: "latency" }, problem: `entry.fault must be one of ${faults}` },
  ])("needs an entry, so that it rejects $what", async ({ value, problem }) => {
    const message = `Failed to explain an entry of the journal: ${problem}.`;
    const thrown = { code: "invalid_input", message };
    expect(await captureResult(() => used.journal.explain(value as JournalEntry))).toMatchObject({ thrown });
  });
});
