import { ControlError, type JournalEntry } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";

const entry: JournalEntry = {
  id: "request_1",
  at: "2026-07-01T12:00:00.000Z",
  duration: 3,
  organizationId: "org_north",
  method: "GET",
  path: "/v1/brains/b/index",
  query: "",
  headers: { "x-api-key": "[redacted]" },
  requestBody: "",
  operation: "promptIndex.get",
  input: { brainId: "b" },
  ignoredFields: [],
  status: 200,
  responseHeaders: { "content-type": "application/json; charset=utf-8" },
  responseBody: "[]",
  truncatedFields: [],
  reason: "success",
  message: null,
  fault: null,
  latency: 0,
  committed: true,
};

const request = "GET /v1/brains/b/index";
const received = "It was received at 2026-07-01T12:00:00.000Z";
const asUsual = `${received} with a key of org_north, for promptIndex.get.`;

const explanations: readonly (readonly [words: string, changes: Partial<JournalEntry>])[] = [
  [`${request} succeeded with 200. ${asUsual}`, {}],
  [`${request} succeeded with 200. ${asUsual} Planned latency: 250 ms.`, { latency: 250 }],
  [
    `${request} succeeded with 200. ${asUsual} Ignored, because the specification does not define it: query.page, body.colour.`,
    { ignoredFields: ["query.page", "body.colour"] },
  ],
  [
    `${request} succeeded with 200. ${asUsual} Planned latency: 1 ms. Ignored, because the specification does not define it: body.x.`,
    { latency: 1, ignoredFields: ["body.x"] },
  ],
  [
    `${request} failed with 404, because no operation has this method and path: Cannot GET /v1/brains/b/index. ${received} with a key of org_north, for no operation of the contract.`,
    { reason: "route", operation: null, status: 404, message: "Cannot GET /v1/brains/b/index" },
  ],
  [
    `${request} failed with 401, because of its API key: Missing x-api-key header. ${received} without a valid key, for promptIndex.get.`,
    { reason: "auth", organizationId: null, status: 401, message: "Missing x-api-key header" },
  ],
  [
    `${request} failed with 400, because its input is not valid: limit must be from 1 to 500. ${asUsual}`,
    { reason: "validation", status: 400, message: "limit must be from 1 to 500" },
  ],
  [
    `${request} failed with 404, because the operation rejected it: Brain not found. ${asUsual}`,
    { reason: "rule", status: 404, message: "Brain not found" },
  ],
  [
    `${request} got the response 503, because the planned fault (status) was applied. The operation was not executed. ${asUsual}`,
    { reason: "fault", fault: "status", status: 503, committed: false },
  ],
  [
    `${request} got no response, because the planned fault (no response) was applied. The operation was executed. ${asUsual}`,
    { reason: "fault", fault: "hang", status: null, committed: true },
  ],
  [
    `${request} was aborted by the caller before the response. The operation was executed. ${asUsual} Planned latency: 9000 ms.`,
    { reason: "abandoned", status: null, latency: 9000 },
  ],
  [
    `${request} was aborted by the caller before the response. The operation was not executed. ${asUsual} Planned latency: 9000 ms.`,
    { reason: "abandoned", status: null, latency: 9000, committed: false },
  ],
  [
    `${request} failed with 500, because the server, or a function passed to it, failed: The clock stopped. ${asUsual}`,
    { reason: "failure", status: 500, message: "The clock stopped", committed: false },
  ],
];

describe("an explanation", () => {
  it.each(explanations)("reads: %s", (words, changes) => {
    expect(openServer().journal.explain({ ...entry, ...changes })).toBe(words);
  });

  it("is available for every entry, from the server and from any organization", async () => {
    const server = openServer();
    await server.fetch(`${server.baseUrl}/v1/brains/brain_tides/index`, { headers: { "x-api-key": "key_north" } });
    const [entry] = server.journal.entries();
    if (!entry) throw new Error("The journal is empty");
    const words =
      "GET /v1/brains/brain_tides/index succeeded with 200. It was received at 2026-07-01T12:00:00.000Z with a key of org_north, for promptIndex.get.";
    expect(server.journal.explain(entry)).toBe(words);
    expect(server.organization("org_south").journal.explain(entry)).toBe(words);
  });

  it("rejects a value that is not an entry, and names journal.entries()", () => {
    expect(() => openServer().journal.explain("x" as never)).toThrow(
      "Failed to explain an entry of the journal: entry must be an object, not a string. Pass an entry of journal.entries().",
    );
  });

  const { at: _, ...withoutTime } = entry;
  it.each([
    { value: undefined, path: "entry", message: "is missing" },
    { value: null, path: "entry", message: "must be an object, not null" },
    { value: "GET /", path: "entry", message: "must be an object, not a string" },
    { value: withoutTime, path: "entry.at", message: "is missing" },
    { value: { ...entry, status: "200" }, path: "entry.status", message: "must be a number, not a string" },
    { value: { ...entry, ignoredFields: "x" }, path: "entry.ignoredFields", message: "must be an array, not a string" },
    {
      value: { ...entry, fault: "latency" },
      path: "entry.fault",
      message: expect.stringMatching(/^must be one of status, hang, /) as string,
    },
    {
      value: { ...entry, more: 1 },
      path: "entry",
      message: expect.stringMatching(/^has unknown fields: more; the fields are id, at, duration, /) as string,
    },
  ])("rejects a value that is not an entry: $path $message", ({ value, path, message }) => {
    const { journal } = openServer();
    expect(() => journal.explain(value as JournalEntry)).toThrow(ControlError);
    expect(() => journal.explain(value as JournalEntry)).toThrow(
      expect.objectContaining({ code: "invalid_input", problems: [{ path, message }] }) as Error,
    );
  });
});
