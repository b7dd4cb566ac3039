import { runConformance } from "@knowledge-base/conformance";
import { describe, expect, it } from "vitest";
import { type Change, changing, idsOf, json, only, openTarget } from "./helpers/reference-target.ts";

async function runCases(change: Change, ...cases: readonly string[]) {
  const filter = ({ id, group }: { id: string; group: string }) => group === "every response" || cases.includes(id);
  const report = await runConformance(openTarget(change).target, { filter });
  const failedRules = idsOf(report, "failed").filter((id) => id.startsWith("responses/"));
  return { failedRules: failedRules.map((id) => id.slice("responses/".length)), results: report.results };
}

const path = "/v1/brains/brain_suite/index";
const error = (status: number) =>
  json(status, { statusCode: status, timestamp: "2026-01-01T00:00:00Z", path, message: "no" });

describe("a case about a choice never fails, and rules report what no response may be", () => {
  // biome-ignore format: one row a line
  it.each<[what: string, respond: () => Response, failedRules: string[], status?: string]>([
    ["a success with the documented body", json(200, []), []],
    ["a success with another body", json(200, {}), ["promptIndex.get"]],
    ["a success with another status", json(201, []), ["promptIndex.get"]],
    ["another error of the documented form", error(404), []],
    ["an error without the documented body", json(404, { error: "no" }), ["error-body"]],
    ["a status that the specification doesn't show", json(422, { error: "no" }), []],
    ["a 401 although the key is valid", error(401), ["valid-key"]],
    ["a 500 with JSON", json(500, {}), ["server-errors"]],
    ["a 502 with HTML", () => new Response("<p>", { status: 502 }), [], "error"],
  ])("if it gets %s", async (_, respond, failedRules, status = "differs") => {
    const found = await runCases(changing("limit=1&limit=1", respond), "promptIndex.get/repeated-limit");
    expect(found.failedRules).toEqual(failedRules);
    expect(found.results[0]).toMatchObject({ status, level: "choice" });
  });
});

describe("a required case", () => {
  const undocumented = "got a response that is not the documented one: see the failed cases about every response";
  const missing = "responded with 404 instead of 200 (do the records exist?)";
  const accepted = "responded with 500, but must reject the request. The body";
  const notCompleted = "The case was not completed";
  const needsRole = "needs an API key whose role may call";
  const index = `GET ${path}`;
  const channels = "GET /v1/brains/brain_suite/messaging/channels?installationId=installation_suite";
  const withoutKey = "POST /v1/brains/brain_suite/pages/harbour/archive without an API key";
  // biome-ignore format: one row a line
  it.each<[id: string, match: string, respond: () => Response, status: string, message: string]>([
    ["organizations/foreign-pages", "/index", json(500, {}), "failed", `${index} responded with 500 instead of 200. The body: {}`],
    ["promptIndex.get/400", "limit=many", json(502, {}), "error", `${notCompleted}: ${index}?limit=many responded with 502. The body: {}`],
    ["organizations/foreign-installation", "installation_suite_foreign", json(500, {}), "failed", `${channels}_foreign ${accepted}: {}`],
    ["promptIndex.get/success", "/index?limit", json(404, {}), "failed", `${index}?limit=500 ${missing}. The body: {}`],
    ["promptIndex.get/limit", "limit=3", json(404, {}), "failed", `${index}?limit=3 ${missing}. The body: {}`],
    ["promptIndex.get/400", "limit=many", json(422, {}), "failed", `${index}?limit=many responded with 422 instead of 400. The body: {}`],
    ["channels.list/success", "/channels", json(200, {}), "notChecked", `${channels} ${undocumented}`],
    ["channels.list/success", "/channels", json(201, []), "notChecked", `${channels} ${undocumented}`],
    ["pages.archive/success", "/archive", json(403, {}), "notChecked", `${needsRole} pages.archive (the response has the status 403)`],
    ["pages.archive/success", "/archive", json(409, {}), "notChecked", "needs a record for which pages.archive is possible (the response has the status 409)"],
    ["pages.archive/401", "/archive", json(403, {}), "failed", `${withoutKey} responded with 403 instead of 401. The body: {}`],
  ])("such as %s gets another response for %s", async (id, match, respond, status, message) => {
    const { results } = await runCases(changing(match, respond), id);
    expect(results[0]).toMatchObject({ id, status, message });
    expect(results[0]?.exchanges?.length ?? 0).toBeLessThanOrEqual(3);
  });
});

// biome-ignore format: one row a line
it.each<[id: string, match: string, field: string, record: string]>([
  ["bindings.update/empty-body", "PATCH", "channelName", "the binding"],
  ["bindings.update/success", "PATCH", "channelName", 'the binding after an update with {"notifyBriefs":false}'],
  ["pages.archive/again", "/archive", "title", "the page that was archived again"],
  ["pages.archive/content-kept", "/archive", "title", "the page after archiving"],
  ["pages.archive/restored", "/index", "title", "the restored page"],
])("%s names the field that differs", async (id, match, field, record) => {
  let count = 0;
  const change = (object: object) => ({ ...object, [field]: `value ${count}` });
  const { results } = await runCases(
    changing(match, async (response) => {
      const body = await response.json();
      count += 1;
      return Response.json(Array.isArray(body) ? body.map(change) : change(body), response);
    }),
    id,
  );
  expect(results[0]?.message).toMatch(new RegExp(`^the ${field} of ${record} is "[^"]+" instead of "[^"]+"$`));
});

describe("a rule finds a response that no case is about", () => {
  const withFields = (fields: object) => async (response: Response) =>
    Response.json({ ...(await response.json()), ...fields }, response);
  const typed = (type: string) => (response: Response) =>
    new Response(response.body, { status: response.status, headers: { "content-type": type } });
  const begin = "GET /v1/brains/no-such-record/index";
  const cases = ["authentication/before-validation", "promptIndex.get/400"];
  const undocumented = "returned a body that is not the documented one";
  const exception = "returned a body field without the statusCode, message and error of an exception";
  // biome-ignore format: one row a line
  it.each<[rule: string, what: string, problem: string, change: (response: Response) => Response | Promise<Response>]>([
    ["error-body", "another body", `${undocumented}: message must be a string, not a number`, withFields({ message: 5 })],
    ["status-code", "another statusCode", "returned a statusCode that is not the status", withFields({ statusCode: 499 })],
    ["timestamp", "no time", "returned a timestamp that is not a date and a time of ISO 8601", withFields({ timestamp: "now" })],
    ["path", "another path", "returned a path that is not that of the request", withFields({ path: `${path}/` })],
    ["message", "a blank message", "returned a message without text", withFields({ message: " " })],
    ["exception-response", "an empty exception", exception, withFields({ body: {} })],
    ["exception-response", "no message", exception, (response) => withFields({ body: { statusCode: response.status, error: "No" } })(response)],
    ["exception-response", "another status", exception, withFields({ body: { statusCode: 499, message: "No", error: "No" } })],
    ["content-type", "text", "returned the content type text/plain", typed("text/plain")],
    ["content-type", "a similar type", "returned the content type application/jsonp", typed("application/jsonp")],
    ["server-errors", "a 500", "responded with 500", json(500, {})],
  ])("%s reports %s", async (rule, _, problem, change) => {
    const { failedRules, results } = await runCases(changing("limit=many", change), ...cases);
    expect(failedRules).toEqual([rule]);
    const { message, exchanges } = results.find(({ id }) => id === `responses/${rule}`) ?? {};
    expect(message).toContain(`${begin}?limit=many without an API key ${problem}. The body: `);
    expect(message).toMatch(/ \(and 1 more of \d+ responses\)$/);
    expect(exchanges).toMatchObject([{ request: { method: "GET", url: expect.stringContaining(`${begin.slice(4)}?limit=many`) } }]);
  });

  it("exception-response reports a 400 without a title, and no 401 without one", async () => {
    const change = (response: Response) =>
      withFields({ body: { statusCode: response.status, message: "No" } })(response);
    const { failedRules, results } = await runCases(changing("limit=many", change), ...cases);
    expect(failedRules).toEqual(["exception-response"]);
    const { message } = results.find(({ id }) => id === "responses/exception-response") ?? {};
    expect(message).toMatch(`GET ${path}?limit=many returned a body field without the statusCode`);
    expect(message).not.toContain("more of");
  });

  it("describes the first five problems, and shows the responses of the first three", async () => {
    // The first response decides whether the run begins.
    let count = 0;
    const { results } = await runCases(
      changing("/index", (response) => typed(`text/${count++}`)(response)),
      "promptIndex.get/400",
      "promptIndex.get/limit",
    );
    const { message, exchanges } = results.find(({ id }) => id === "responses/content-type") ?? {};
    expect(message?.match(/returned the content type text/g)).toHaveLength(5);
    expect(message).toMatch(new RegExp(`; ${count - 6} more problems$`));
    const types = exchanges?.map(({ response }) => response.headers["content-type"]);
    expect(types).toEqual(["text/1", "text/2", "text/3"]);
  });

  it("describes a problem in the same way for one element of a list and for many", async () => {
    const channel = { id: "C1", name: "general", isPrivate: 1, isMember: true };
    for (const channels of [[channel], [channel, { ...channel, isPrivate: 0 }]]) {
      const change = changing("/channels", json(200, channels));
      const { failedRules, results } = await runCases(change, "channels.list/success");
      expect(failedRules).toEqual(["channels.list"]);
      const { message } = results.find(({ id }) => id === "responses/channels.list") ?? {};
      expect(message).toContain(`${undocumented}: [].isPrivate must be a boolean, not a number. The body: [{`);
    }
  });
});

describe("the path in an error", () => {
  // biome-ignore format: one row a line
  it.each<[what: string, changePath: (path: string) => string, status: string]>([
    ["with the path of the base URL", (path) => path, "passed"],
    ["without it, because a proxy has removed it", (path) => path.replace("/api", ""), "passed"],
    ["decoded", (path) => decodeURIComponent(path), "passed"],
    ["encoded further", (path) => path.replaceAll("-", "%2D"), "passed"],
    ["with a query", (path) => `${path}?limit=many`, "failed"],
    ["with another path before it", (path) => path.replace("/api", "/other"), "failed"],
    ["of another request", () => "/v1/brains/brain_other/index", "failed"],
  ])("is compared with the request's path: %s", async (_, changePath, status) => {
    const change: Change = (send) => async (url, init) => {
      const response = await send(url.replace("/api/", "/"), init);
      if (response.ok) return response;
      const { path: stripped, ...rest } = await response.json();
      return Response.json({ ...rest, path: changePath(`/api${stripped}`) }, response);
    };
    const { baseUrl, ...target } = openTarget(change).target;
    const given = { ...target, baseUrl: `${baseUrl}/api`, setup: undefined };
    const { results } = await runConformance(given, only("errors/unknown-ids", "errors/any-query", "responses/path"));
    expect(results.map(({ status }) => status)).toEqual(["passed", "passed", status]);
  });
});

describe("a record that isn't what it should be inverts no verdict", () => {
  // biome-ignore format: one row a line
  it.each<[record: string, id: string, notChecked: readonly string[]]>([
    ["bindingId", "binding_suite_disabled", ["bindings.update/installation", "notifications/flags"]],
    ["disabledBindingId", "binding_suite", ["bindings.update/disabled", "notifications/disabled", "bindings.unbind/disabled"]],
    ["pinnedSlug", "tide-tables", ["pages/pinned-exempt"]],
    ["longSummarySlug", "tide-tables", ["promptIndex.get/summary-of-page"]],
    ["slug", "plain-note", ["pages.archive/source", "pages.archive/sources", "pages.archive/backlinks"]],
  ])("%s names %s", async (record, id, notChecked) => {
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
  // biome-ignore format: one row a line
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
