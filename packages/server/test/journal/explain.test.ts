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

it("an explanation of an entry is a sentence about the result, one about the request, and what is special", () => {
  for (const { journal } of [used, used.organization("org_south")]) {
    const ok = `GET ${path} succeeded with 200. ${asUsual}`;
    expect(journal.explain(entry)).toBe(ok);
    expect(journal.explain({ ...entry, latency: 1 })).toBe(`${ok} Planned latency: 1 ms.`);
    const ignored = "Ignored, because the specification does not define it: query.page, body.x.";
    expect(journal.explain({ ...entry, ignoredFields: ["query.page", "body.x"] })).toBe(`${ok} ${ignored}`);
  }
});

// biome-ignore format: what an entry has and what is said about it, a line each
it.each<{ changes: Partial<JournalEntry>; result: string; request: string }>([
  { changes: { status: 404, reason: "route", message: "Cannot GET /x", operation: null },
    result: "no operation has this method and path", request: "with a key of org_north, for no operation of the contract" },
  { changes: { status: 401, reason: "auth", message: "Missing x-api-key header", organizationId: null },
    result: "of its API key", request: "without a valid key, for promptIndex.get" },
  { changes: { status: 404, reason: "not_found", message: "Brain not found" },
    result: "the operation did not find a record", request: "with a key of org_north, for promptIndex.get" },
  { changes: { status: 500, reason: "failure", message: "The clock stopped" },
    result: "the server, or a function passed to it, failed", request: "with a key of org_north, for promptIndex.get" },
])("an explanation says that a request failed because $result", ({ changes, result, request }) => {
  const { status, message } = changes;
  const words = `GET ${path} failed with ${status}, because ${result}: ${message}. ${received} ${request}.`;
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

// biome-ignore format: one row a line, or two if its problem is long
it.each<{ what: string; value: unknown; problem: string }>([
  { what: "nothing", value: undefined, problem: " is missing" },
  { what: "a request", value: "GET /", problem: " must be an object, not a string" },
  { what: "a text as status", value: { ...entry, status: "200" }, problem: ".status must be a number, not a string" },
  { what: "an unknown reason", value: { ...entry, reason: "rule" },
    problem: ".reason must be one of success, route, auth, validation, not_found, fault, abandoned, failure" },
  { what: "another fault", value: { ...entry, fault: "latency" }, problem: ".fault must be one of status, rate_limit, "
    + "hang, connection_reset, gateway_html, stalled_body, truncated_json, response, merge" },
])("an explanation needs an entry, so that it rejects $what", async ({ value, problem }) => {
  const message = `Failed to explain an entry of the journal: entry${problem}.`;
  const thrown = { code: "invalid_input", message };
  expect(await captureResult(() => used.journal.explain(value as JournalEntry))).toMatchObject({ thrown });
});
