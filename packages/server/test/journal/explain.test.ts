import type { JournalEntry } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../helpers/open-server.ts";
import { captureResult } from "../helpers/results.ts";
import { send } from "../helpers/send.ts";

const path = "/v1/brains/brain_tides/index";
const used = openServer();
await send(used, `GET ${path}`);
const entry = used.journal.get("request_1");

const received = "It was received at 2026-07-01T12:00:00.000Z";
const asUsual = `${received} with a key of org_north, for promptIndex.get.`;
const ignored = "Ignored, because the specification does not define it:";
const executed = "The operation was executed.";
const notExecuted = "The operation was not executed.";
const planned = (fault: string, execution = executed) =>
  `because the planned fault (${fault}) was applied. ${execution} ${asUsual}`;

// biome-ignore format: one row a line
const rows: readonly (readonly [changes: Partial<JournalEntry>, words: string])[] = [
  [{}, `succeeded with 200. ${asUsual}`],
  [{ latency: 1, ignoredFields: ["query.page", "body.x"] }, `succeeded with 200. ${asUsual} Planned latency: 1 ms. ${ignored} query.page, body.x.`],
  [{ reason: "route", operation: null, status: 404, message: "Cannot GET /x" }, `failed with 404, because no operation has this method and path: Cannot GET /x. ${received} with a key of org_north, for no operation of the contract.`],
  [{ reason: "auth", organizationId: null, status: 401, message: "Missing x-api-key header" }, `failed with 401, because of its API key: Missing x-api-key header. ${received} without a valid key, for promptIndex.get.`],
  [{ reason: "validation", status: 400, message: "limit must be from 1 to 500" }, `failed with 400, because its input is not valid: limit must be from 1 to 500. ${asUsual}`],
  [{ reason: "not_found", status: 404, message: "Brain not found" }, `failed with 404, because the operation did not find a record: Brain not found. ${asUsual}`],
  [{ reason: "fault", fault: "status", status: 503, committed: false }, `got the response 503, ${planned("status", notExecuted)}`],
  [{ reason: "fault", fault: "hang", status: null }, `got no response, ${planned("hang")}`],
  [{ reason: "fault", fault: "connection_reset", status: null }, `got no response, ${planned("connection_reset")}`],
  [{ reason: "fault", fault: "gateway_html", status: 502 }, `got the response 502, ${planned("gateway_html")}`],
  [{ reason: "fault", fault: "stalled_body" }, `got the response 200, ${planned("stalled_body")}`],
  [{ reason: "fault", fault: "truncated_json" }, `got the response 200, ${planned("truncated_json")}`],
  [{ reason: "fault", fault: "response" }, `got the response 200, ${planned("response")}`],
  [{ reason: "abandoned", status: null, latency: 9000, committed: false }, `was aborted by the caller before the response. ${notExecuted} ${asUsual} Planned latency: 9000 ms.`],
  [{ reason: "failure", status: 500, message: "The clock stopped", committed: false }, `failed with 500, because the server, or a function passed to it, failed: The clock stopped. ${asUsual}`],
];

describe("an explanation", () => {
  it.each(rows)("of %j is %s, also from any organization", (changes, words) => {
    for (const { journal } of [used, used.organization("org_south")]) {
      expect(journal.explain({ ...entry, ...changes })).toBe(`GET ${path} ${words}`);
    }
  });

  const { at: _, ...withoutTime } = entry;
  // biome-ignore format: one row a line
  it.each([
    [undefined, "entry", "is missing"],
    ["GET /", "entry", "must be an object, not a string"],
    [withoutTime, "entry.at", "is missing"],
    [{ ...entry, status: "200" }, "entry.status", "must be a number, not a string"],
    [{ ...entry, ignoredFields: "x" }, "entry.ignoredFields", "must be an array, not a string"],
    [{ ...entry, reason: "rule" }, "entry.reason", "must be one of success, route, auth, validation, not_found, fault, abandoned, failure"],
    [{ ...entry, fault: "latency" }, "entry.fault", "must be one of status, rate_limit, hang, connection_reset, gateway_html, stalled_body, truncated_json, response"],
  ])("is rejected for %j, because %s %s", async (value, field, message) => {
    const thrown = {
      code: "invalid_input",
      message: `Failed to explain an entry of the journal: ${field} ${message}. Pass an entry of journal.entries().`,
      problems: [{ path: field, message }],
    };
    expect(await captureResult(() => used.journal.explain(value as JournalEntry))).toMatchObject({ thrown });
  });
});
