import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { type Change, changing, idsOf, json, only, openTarget } from "./helpers/targets.ts";

// Runs cases, and all rules about every response.
async function runCases(change: Change, ...cases: readonly string[]) {
  const filter = ({ id, group }: { id: string; group: string }) => group === "every response" || cases.includes(id);
  const report = await runConformance(openTarget(change).target, { filter });
  const findResult = (id: string) => report.results.find((result) => result.id === id);
  return { failedRules: idsOf(report, "failed").filter((id) => id.startsWith("responses/")), findResult };
}

const path = "/v1/brains/brain_suite/index";
const error = (status: number) =>
  json(status, { statusCode: status, timestamp: "2026-01-01T00:00:00Z", path, message: "no" });

describe("a case about a choice never fails, and rules report what no response may be", () => {
  const id = "promptIndex.get/repeated-limit";
  it.each<{ after: string; respond: () => Response; failed: string[] }>([
    { after: "a success with the documented body", respond: json(200, []), failed: [] },
    { after: "a success with another body", respond: json(200, {}), failed: ["promptIndex.get"] },
    { after: "a success with another status", respond: json(201, []), failed: ["promptIndex.get"] },
    { after: "another error of the documented form", respond: error(404), failed: [] },
    { after: "an error without the documented body", respond: json(404, { error: "no" }), failed: ["error-body"] },
    { after: "a status that the specification doesn't show", respond: json(422, { error: "no" }), failed: [] },
    { after: "a 401 although the key is valid", respond: error(401), failed: ["valid-key"] },
    { after: "a 500 with JSON", respond: json(500, {}), failed: ["server-errors"] },
  ])("it differs after $after", async ({ respond, failed }) => {
    const { failedRules, findResult } = await runCases(changing("limit=1&limit=1", respond), id);
    expect(failedRules).toEqual(failed.map((rule) => `responses/${rule}`));
    expect(findResult(id)).toMatchObject({ status: "differs", level: "choice" });
  });
});

describe("a required case that gets another response", () => {
  const channelsPath = "/v1/brains/brain_suite/messaging/channels?installationId=installation_suite";

  interface Row {
    readonly id: string;
    readonly to: string;
    readonly respond: () => Response;
    readonly message: string;
  }

  async function expectResult({ id, to, respond, message }: Row, status: string): Promise<void> {
    const result = (await runCases(changing(to, respond), id)).findResult(id);
    expect(result).toMatchObject({ status, message });
    expect(result?.exchanges?.length ?? 0).toBeLessThanOrEqual(3);
  }

  // biome-ignore format: a change of a case and its message, a line each
  it.each<Row>([
    { id: "organizations/foreign-pages", to: "/index", respond: json(500, {}),
      message: "GET /v1/brains/brain_suite/index responded with 500 instead of 200. The body: {}" },
    { id: "organizations/foreign-installation", to: "_foreign", respond: json(500, {}),
      message: `GET ${channelsPath}_foreign responded with 500, but must reject the request. The body: {}` },
    { id: "promptIndex.get/success", to: "/index?limit", respond: json(404, {}),
      message: "GET /v1/brains/brain_suite/index?limit=500 responded with 404 instead of 200 (do the records exist?). The body: {}" },
    { id: "promptIndex.get/limit", to: "limit=3", respond: json(404, {}),
      message: "GET /v1/brains/brain_suite/index?limit=3 responded with 404 instead of 200 (do the records exist?). The body: {}" },
    { id: "promptIndex.get/returns-400", to: "=many", respond: json(422, {}),
      message: "GET /v1/brains/brain_suite/index?limit=many responded with 422 instead of 400. The body: {}" },
    { id: "errors/timestamp-of-failure", to: "no-such-record/index", respond: error(404),
      message: "the timestamp of the error is 2026-01-01T00:00:00Z, a day or more from the time of this machine" },
    { id: "pages.archive/returns-401", to: "/archive", respond: json(403, {}), message: "POST "
      + "/v1/brains/brain_suite/pages/harbour/archive without an API key responded with 403 instead of 401. The body: {}" },
  ])("fails: $message", (row) => expectResult(row, "failed"));

  // biome-ignore format: a change of a case and its message, a line each
  it.each<Row>([
    { id: "channels.list/success", to: "/channels", respond: json(200, {}),
      message: `GET ${channelsPath} got a response that is not the documented one: see the failed cases about every response` },
    { id: "channels.list/success", to: "/channels", respond: json(201, []),
      message: `GET ${channelsPath} got a response that is not the documented one: see the failed cases about every response` },
    { id: "pages.archive/success", to: "/archive", respond: json(403, {}),
      message: "needs an API key whose role may call pages.archive (the response has the status 403)" },
    { id: "pages.archive/success", to: "/archive", respond: json(409, {}),
      message: "needs a record for which pages.archive is possible (the response has the status 409)" },
  ])("isn't checked: $message", (row) => expectResult(row, "notChecked"));

  it("isn't completed after a 502, with which a gateway responds", async () => {
    const message = `The case was not completed: GET ${path}?limit=many responded with 502. The body: {}`;
    await expectResult({ id: "promptIndex.get/returns-400", to: "=many", respond: json(502, {}), message }, "error");
  });

  const update = 'an update with {"notifyBriefs":false}';
  it.each<{ id: string; to: string; field: string; record: string }>([
    { id: "bindings.update/empty-body", to: "PATCH", field: "channelName", record: "the binding" },
    { id: "bindings.update/success", to: "PATCH", field: "channelName", record: `the binding after ${update}` },
    { id: "pages.archive/again", to: "/archive", field: "title", record: "the page that was archived again" },
    { id: "pages.archive/content-kept", to: "/archive", field: "title", record: "the page after archiving" },
    { id: "pages.archive/restored", to: "/index", field: "title", record: "the restored page" },
  ])("names the field that differs: $field of $record", async ({ id, to, field, record }) => {
    let count = 0;
    const change = (object: object) => ({ ...object, [field]: `value ${count}` });
    const changeBody = async (response: Response) => {
      const body = await response.json();
      count += 1;
      return Response.json(Array.isArray(body) ? body.map(change) : change(body), response);
    };
    const { findResult } = await runCases(changing(to, changeBody), id);
    expect(findResult(id)?.message).toMatch(new RegExp(`^the ${field} of ${record} is "[^"]+" instead of "[^"]+"$`));
  });
});

describe("a rule finds a response that no case is about", () => {
  type ChangeResponse = (response: Response) => Response | Promise<Response>;
  const withFields = (fields: object) => async (response: Response) =>
    Response.json({ ...(await response.json()), ...fields }, response);
  const withExceptionOf = (create: (response: Response) => object) => (response: Response) =>
    withFields({ body: create(response) })(response);
  const typed = (type: string) => (response: Response) =>
    new Response(response.body, { status: response.status, headers: { "content-type": type } });
  const cases = ["authentication/before-validation", "promptIndex.get/returns-400"];

  // biome-ignore format: a changed response and what a rule says about it, a line each
  it.each<{ name: string; rule: string; problem: string; change: ChangeResponse }>([
    { name: "another body", change: withFields({ message: 5 }),
      rule: "error-body", problem: "returned a body that is not the documented one: message must be a string, not a number" },
    { name: "another statusCode", change: withFields({ statusCode: 499 }),
      rule: "status-code", problem: "returned a statusCode that is not the status" },
    { name: "no time", change: withFields({ timestamp: "now" }),
      rule: "timestamp", problem: "returned a timestamp that is not a date and a time of ISO 8601" },
    { name: "another path", change: withFields({ path: `${path}/` }),
      rule: "path", problem: "returned a path that is not that of the request" },
    { name: "a blank message", change: withFields({ message: " " }),
      rule: "message", problem: "returned a message without text" },
    { name: "text", change: typed("a/b"),
      rule: "content-type", problem: "returned the content type a/b" },
    { name: "JSONP", change: typed("application/jsonp"),
      rule: "content-type", problem: "returned the content type application/jsonp" },
    { name: "a 500", change: json(500, {}),
      rule: "server-errors", problem: "responded with 500" },
    { name: "an empty exception", change: withFields({ body: {} }),
      rule: "exception-response", problem: "returned a body field without the statusCode, message and error of an exception" },
    { name: "an exception with another status", change: withFields({ body: { statusCode: 499, message: "No", error: "No" } }),
      rule: "exception-response", problem: "returned a body field without the statusCode, message and error of an exception" },
    { name: "an exception without a message", change: withExceptionOf(({ status }) => ({ statusCode: status, error: "No" })),
      rule: "exception-response", problem: "returned a body field without the statusCode, message and error of an exception" },
  ])("$rule reports $name", async ({ rule, problem, change }) => {
    const { failedRules, findResult } = await runCases(changing("limit=many", change), ...cases);
    expect(failedRules).toEqual([`responses/${rule}`]);
    const { message, exchanges } = findResult(`responses/${rule}`) ?? {};
    const request = "/v1/brains/no-such-record/index?limit=many";
    expect(message).toContain(`GET ${request} without an API key ${problem}. The body: `);
    expect(message).toMatch(/ \(and 1 more of \d+ responses\)$/);
    expect(exchanges).toMatchObject([{ request: { method: "GET", url: expect.stringContaining(request) } }]);
  });

  it("exception-response reports a 400 without a title, and no 401 without one", async () => {
    const change = withExceptionOf(({ status }) => ({ statusCode: status, message: "No" }));
    const { failedRules, findResult } = await runCases(changing("limit=many", change), ...cases);
    expect(failedRules).toEqual(["responses/exception-response"]);
    const { message } = findResult("responses/exception-response") ?? {};
    expect(message).toMatch(`GET ${path}?limit=many returned a body field without the statusCode`);
    expect(message).not.toContain("more of");
  });

  it("describes the first five problems, and shows the responses of the first three", async () => {
    // The first response decides whether the run begins.
    let count = 0;
    const change = changing("/index", (response) => typed(`text/${count++}`)(response));
    const { findResult } = await runCases(change, "promptIndex.get/returns-400", "promptIndex.get/limit");
    const { message, exchanges } = findResult("responses/content-type") ?? {};
    expect(message?.match(/returned the content type text/g)).toHaveLength(5);
    expect(message).toMatch(new RegExp(`; ${count - 6} more problems$`));
    const types = exchanges?.map(({ response }) => response.headers["content-type"]);
    expect(types).toEqual(["text/1", "text/2", "text/3"]);
  });

  it("describes a problem in the same way for one element of a list and for many", async () => {
    const channel = { id: "C1", name: "general", isPrivate: 1, isMember: true };
    for (const channels of [[channel], [channel, { ...channel, isPrivate: 0 }]]) {
      const change = changing("/channels", json(200, channels));
      const { failedRules, findResult } = await runCases(change, "channels.list/success");
      expect(failedRules).toEqual(["responses/channels.list"]);
      const { message } = findResult("responses/channels.list") ?? {};
      const problem = "returned a body that is not the documented one: [].isPrivate must be a boolean, not a number";
      expect(message).toContain(`${problem}. The body: [{`);
    }
  });
});

describe("the path in an error", () => {
  it.each<{ name: string; change: (path: string) => string; status: string }>([
    { name: "may have the path of the base URL", change: (path) => path, status: "passed" },
    { name: "may lack that path: a proxy removes it", change: (path) => path.replace("/api", ""), status: "passed" },
    { name: "may be decoded", change: (path) => decodeURIComponent(path), status: "passed" },
    { name: "may be encoded further", change: (path) => path.replaceAll("-", "%2D"), status: "passed" },
    { name: "has no query", change: (path) => `${path}?limit=many`, status: "failed" },
    { name: "has no other path before it", change: (path) => path.replace("/api", "/other"), status: "failed" },
    { name: "isn't the path of another request", change: () => "/v1/brains/brain_other/index", status: "failed" },
  ])("$name", async ({ change, status }) => {
    const { baseUrl, apiKey, fetch } = createReferenceServer({ baseUrl: "https://kb.test/api" });
    const changePath = changing("/index", async (response) => {
      const { path, ...rest } = await response.json();
      return Response.json({ ...rest, path: change(path) }, response);
    });
    const cases = only("errors/unknown-ids", "errors/any-query", "responses/path");
    const { results } = await runConformance({ baseUrl, apiKey, fetch: changePath(fetch) }, cases);
    expect(results.map(({ status }) => status)).toEqual(["passed", "passed", status]);
  });
});

describe("a record that isn't what it should be inverts no verdict", () => {
  const disabled = ["bindings.update/disabled", "notifications/disabled", "bindings.unbind/disabled"];
  // biome-ignore format: one row a line
  it.each<{ record: string; id: string; notChecked: readonly string[] }>([
    { record: "bindingId", id: "binding_suite_disabled", notChecked: ["bindings.update/installation", "notifications/flags"] },
    { record: "disabledBindingId", id: "binding_suite", notChecked: disabled },
    { record: "pinnedSlug", id: "tide-tables", notChecked: ["pages/pinned-exempt"] },
    { record: "longSummarySlug", id: "tide-tables", notChecked: ["promptIndex.get/summary-of-page"] },
    { record: "slug", id: "plain-note", notChecked: ["pages.archive/source", "pages.archive/sources", "pages.archive/backlinks"] },
  ])("$record names $id", async ({ record, id, notChecked }) => {
    const { target } = openTarget(undefined, ({ records = {}, ...rest }) => {
      const others = Object.entries(records).filter(([, other]) => other !== id);
      return { ...rest, records: { ...Object.fromEntries(others), [record]: id } };
    });
    const report = await runConformance(target, only(...notChecked));
    expect(idsOf(report, "notChecked").sort()).toEqual([...notChecked].sort());
  });
});

it("fails no case of a service with one short page", async () => {
  const { target, server } = openTarget();
  const brainId = server.control.brains.create({ name: "Small" }).id;
  const { slug } = server.control.pages.create({ brainId, title: "Tide table" });
  const report = await runConformance({ ...target, setup: undefined, records: { brainId, slug } });
  expect([...idsOf(report, "failed"), ...idsOf(report, "differs"), ...idsOf(report, "error")]).toEqual([]);
  const needs = Object.fromEntries(report.results.map(({ id, message }) => [id, message]));
  expect(needs).toMatchObject({
    "promptIndex.get/pinned-first": "needs a brain with a pinned page and one that is not pinned",
    "promptIndex.get/unique-slugs": "needs a brain with at least 2 pages",
    "promptIndex.get/limit": "needs a brain with at least 2 pages",
    "promptIndex.get/limit-keeps-order": "needs a brain with more than 3 pages",
    "promptIndex.get/summary-length": "needs a page whose summary has more than 160 characters",
    "pages.archive/source": "needs a page slug whose source is not null",
    "pages.archive/sources": "needs a page slug with ingest sources",
  });
});
