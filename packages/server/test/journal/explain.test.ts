import type { JournalEntry } from "@knowledge-base/server";
import { expect, it } from "vitest";
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

const ok = `succeeded with 200. ${asUsual}`;
const notFound = { status: 404, reason: "not_found", message: "Brain not found" } as const;
const broken = { status: 500, reason: "failure", message: "The clock stopped" } as const;
const noKey = { status: 401, reason: "auth", message: "Missing x-api-key header", organizationId: null } as const;
const noRoute = { status: 404, reason: "route", message: "Cannot GET /x", operation: null } as const;
const brokenServer = "the server, or a function passed to it, failed";

it("an explanation of an entry is a sentence about the result, one about the request, and what is special", () => {
  for (const { journal } of [used, used.organization("org_south")]) {
    expect(journal.explain(entry)).toBe(`GET ${path} succeeded with 200. ${asUsual}`);
    expect(journal.explain({ ...entry, latency: 1 })).toBe(`GET ${path} ${ok} Planned latency: 1 ms.`);
    expect(journal.explain({ ...entry, ignoredFields: ["query.page", "body.x"] })).toBe(`GET ${path} ${ok} ${ignored}`);
  }
});

it.each<{ what: string; changes: Partial<JournalEntry>; result: string; request: string }>([
  { what: "an unknown path", changes: noRoute, result: "no operation has this method and path", request: noOperation },
  { what: "a missing key", changes: noKey, result: "of its API key", request: withoutKey },
  { what: "a missing brain", changes: notFound, result: "the operation did not find a record", request: asUsual },
  { what: "a broken server", changes: broken, result: brokenServer, request: asUsual },
])("an explanation says that a request failed because of $what", ({ changes, result, request }) => {
  const { status, message } = changes;
  const words = `GET ${path} failed with ${status}, because ${result}: ${message}. ${request}`;
  expect(used.journal.explain({ ...entry, ...changes })).toBe(words);
});

it("an explanation says that a request was aborted", () => {
  const aborted = { status: null, reason: "abandoned", committed: false } as const;
  const words = "was aborted by the caller before the response. The operation was not executed.";
  expect(used.journal.explain({ ...entry, ...aborted })).toBe(`GET ${path} ${words} ${asUsual}`);
});

it.each<{ fault: JournalEntry["fault"]; status: number | null; committed: boolean; words: string }>([
  { fault: "status", status: 503, committed: false, words: "got the response 503" },
  { fault: "stalled_body", status: 200, committed: true, words: "got the response 200" },
  { fault: "hang", status: null, committed: true, words: "got no response" },
])("an explanation names the fault $fault, and says if the operation was executed", ({ words, ...changes }) => {
  const execution = `The operation was ${changes.committed ? "" : "not "}executed.`;
  const explanation = used.journal.explain({ ...entry, reason: "fault", ...changes });
  const cause = `because the planned fault (${changes.fault}) was applied`;
  expect(explanation).toBe(`GET ${path} ${words}, ${cause}. ${execution} ${asUsual}`);
});

it.each<{ what: string; value: unknown; problem: string }>([
  { what: "nothing", value: undefined, problem: " is missing" },
  { what: "a request", value: "GET /", problem: " must be an object, not a string" },
  { what: "a text as status", value: { ...entry, status: "200" }, problem: ".status must be a number, not a string" },
  { what: "an unknown reason", value: { ...entry, reason: "rule" }, problem: `.reason must be one of ${reasons}` },
  { what: "another fault", value: { ...entry, fault: "latency" }, problem: `.fault must be one of ${faults}` },
])("an explanation needs an entry, so that it rejects $what", async ({ value, problem }) => {
  const message = `Failed to explain an entry of the journal: entry${problem}.`;
  const thrown = { code: "invalid_input", message };
  expect(await captureResult(() => used.journal.explain(value as JournalEntry))).toMatchObject({ thrown });
});
