import * as sdk from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { createClient, respond, respondJson } from "../helpers/client.ts";
import { recordBody } from "../helpers/fake-responses.ts";
import { documentedBody, getIndex, operationCalls } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";

const { ApiError, BadRequestError, ForbiddenError, NotFoundError, RateLimitError, RedirectError } = sdk;
const { ServerError, StatusError, UnauthorizedError } = sdk;

const keyAdvice = " Check the option apiKey, or the variable KNOWLEDGE_BASE_API_KEY.";
const proxyAdvice = " The body is not the documented one: check baseUrl and proxies.";

const classes = [
  { status: 400, errorClass: BadRequestError, code: "bad_request" },
  { status: 401, errorClass: UnauthorizedError, code: "unauthorized" },
  { status: 404, errorClass: NotFoundError, code: "not_found" },
  { status: 403, errorClass: ForbiddenError, code: "forbidden" },
  { status: 422, errorClass: ApiError, code: "api_error" },
  { status: 499, errorClass: ApiError, code: "api_error" },
  { status: 429, errorClass: RateLimitError, code: "rate_limit" },
  { status: 500, errorClass: ServerError, code: "server_error" },
  { status: 599, errorClass: ServerError, code: "server_error" },
] as const;

const getError = (fetch: () => Promise<Response>) => expectRejection(StatusError, getIndex(createClient(fetch)));

it.each(classes)("status $status has an error class and its body", async ({ status, errorClass, code }) => {
  const body = documentedBody(status, { message: "Told by the service.", hint: ["kept"] });
  const error = await expectRejection(StatusError, getIndex(createClient(respond(JSON.stringify(body), status))));
  expect(error.constructor).toBe(errorClass);
  expect(error).toMatchObject({ name: errorClass.name, code });
  const advice = status === 401 ? keyAdvice : "";
  expect(error.message).toBe(`Failed to get the prompt index: ${status} Told by the service.${advice}`);
  expect(error).toMatchObject({ status, body, attempts: [{ number: 1, status }] });
  expect(error.cause).toBeUndefined();
});

it("the error of a status names what failed", async () => {
  const kb = createClient(respond("{}", 501));
  const errors = await Promise.all(Object.values(operationCalls).map((call) => expectRejection(Error, call(kb))));
  const tasks = ["get the prompt index", "list channels", "archive a page", "update a binding", "unbind a channel"];
  const beginnings = [...tasks, "start OAuth"].map((task) => `Failed to ${task}`);
  expect(errors.map(({ message }) => message.split(":", 1)[0])).toEqual(beginnings);
});

it("the error of a status isn't masked by a body that would be a success, or by another status in the body", async () => {
  for (const call of Object.values(operationCalls)) {
    const kb = createClient(respond('{"disconnected":true}', 404), { validate: "off" });
    expect(await expectRejection(ApiError, call(kb))).toMatchObject({ rawBody: '{"disconnected":true}' });
  }
  const error = await getError(respondJson(documentedBody(400), 500));
  expect(error).toMatchObject({ code: "server_error", status: 500, body: { statusCode: 400 } });
});

const unnamed = "without an error message (rawBody has the body)";
const { path: _path, ...withoutPath } = documentedBody(404);

// Error bodies that aren't the documented one, and what the message says about them.
const bodies: readonly { origin: string; text: string; problem: string }[] = [
  { origin: "of the framework", text: '{"statusCode":403,"message":"No","error":"Forbidden"}', problem: "No" },
  { origin: "of the framework, with a list", text: '{"message":["No","Never"],"error":"x"}', problem: "No; Never" },
  { origin: "with a text", text: '{"error":"Not allowed"}', problem: "Not allowed" },
  { origin: "with a message inside", text: '{"error":{"code":17,"message":"Not allowed"}}', problem: "Not allowed" },
  { origin: "of problem+json", text: '{"type":"about:blank","title":"Forbidden","detail":"No"}', problem: "No" },
  { origin: "of problem+json without a detail", text: '{"type":"about:blank","title":"No"}', problem: "No" },
  { origin: "like the documented one, without its path", text: JSON.stringify(withoutPath), problem: "No" },
  { origin: "with a text as its status", text: '{"statusCode":"404","path":"/","message":"No"}', problem: "No" },
  { origin: "that is empty", text: "", problem: "with an empty body" },
  { origin: "of a gateway", text: "\n  <h1>502 Bad Gateway</h1>", problem: "with an HTML page (rawBody has the body)" },
  {
    origin: "of a gateway with a title",
    text: "<title>\n No </title>",
    problem: `with the HTML page "No" (rawBody has it)`,
  },
  { origin: "that is a line of text", text: "\nno healthy upstream.\n", problem: "no healthy upstream" },
  { origin: "that is a text of several lines", text: "no\nupstream", problem: unnamed },
  { origin: "that is a long text", text: "a".repeat(201), problem: unnamed },
  { origin: "in which the charset is wrong", text: "caf\uFFFD", problem: unnamed },
  { origin: "that is cut", text: '{"statusCode":404,"mess', problem: unnamed },
  { origin: "that is null", text: "null", problem: unnamed },
  { origin: "that is a list", text: '[{"message":"No"}]', problem: unnamed },
  { origin: "with a message of another type", text: '{"message":5}', problem: unnamed },
];

it.each(bodies)("an undocumented error body $origin keeps the status, and is in rawBody", async ({ text, problem }) => {
  for (const { status, errorClass } of classes) {
    for (const validate of ["strict", "off"] as const) {
      const kb = createClient(respond(text, status), { validate });
      const error = await expectRejection(StatusError, getIndex(kb));
      expect(error.constructor).toBe(status === 404 ? ApiError : errorClass);
      expect(error).toMatchObject({ status, body: undefined, rawBody: text });
      const advice = { 401: keyAdvice, 404: proxyAdvice }[status as number] ?? "";
      expect(error.message).toBe(`Failed to get the prompt index: ${status} ${problem}.${advice}`);
    }
  }
});

const page = "<!doctype html><title>„Kein Zugriff“</title>";

it.each([
  { type: "text/html", body: Buffer.from(page) },
  { type: "text/html; charset=utf-8", body: Buffer.from(page) },
  { type: 'text/html;charset="windows-1252"', body: Buffer.from("<title>\x84Kein Zugriff\x93</title>", "latin1") },
  { type: "text/html; charset=klingon", body: Buffer.from(page) },
])("a page of a gateway with the type $type is read in its own charset", async ({ type, body }) => {
  const { message } = await getError(respond(body, 403, { "content-type": type }));
  expect(message).toContain('403 with the HTML page "„Kein Zugriff“" (rawBody has it).');
});

const messages = ["Page not found", "Cannot archive: page not found", "cannot get it", ""];

it.each(messages)("a 404 with the documented body is a NotFoundError if its message is %j", async (message) => {
  const kb = createClient(respondJson(documentedBody(404, { message }), 404));
  for (const call of Object.values(operationCalls)) await expectRejection(NotFoundError, call(kb));
});

it("a 404 of a path that doesn't exist is an ApiError", async () => {
  const message = "Cannot GET /v1/v1/brains/b/index";
  for (const fields of [{ message }, { message: "Http Exception", body: { statusCode: 404, message } }]) {
    const error = await getError(respondJson(documentedBody(404, fields), 404));
    expect(error.constructor).toBe(ApiError);
    expect(error.message).toMatch(/ The service has no such path: check baseUrl and proxies\.$/);
  }
});

it("a 404 because of a base URL that ends in /v1 says so, for every operation", async () => {
  const { baseUrl, apiKey, fetch } = createReferenceServer();
  const kb = createClient(fetch, { baseUrl: `${baseUrl}/v1`, apiKey });
  for (const call of Object.values(operationCalls)) {
    const error = await expectRejection(ApiError, call(kb));
    expect(error.message).toContain("baseUrl ends in /v1, which the client adds: remove it.");
  }
});

const flag = "notifyBriefs must be a boolean";
const getIssues = async (body: unknown) => {
  const call = createClient(respondJson(body, 400)).bindings.update({ brainId: "b", bindingId: "c" });
  return (await expectRejection(BadRequestError, call)).issues;
};

it.each<{ name: string; message: unknown; paths: readonly (readonly unknown[])[] }>([
  { name: "a text", message: flag, paths: [["notifyBriefs"]] },
  { name: "a list", message: ["brainId is wrong", "property colour is unknown"], paths: [["brainId"], []] },
  { name: "an item", message: ["notifyBriefs[10].name is wrong"], paths: [["notifyBriefs", 10, "name"]] },
  { name: "a field of a field", message: ["notifyBriefs.deep.er is wrong"], paths: [["notifyBriefs", "deep", "er"]] },
  { name: "other words", message: ["notifyBriefsToo is wrong", "constructor is wrong"], paths: [[], []] },
  { name: "a mixed list", message: [7, null, "", { property: "x" }, [[flag]], flag], paths: [["notifyBriefs"]] },
  { name: "an object", message: { property: "notifyBriefs" }, paths: [] },
  { name: "nothing", message: undefined, paths: [] },
])("the issues of a 400 name the fields that $name in the body begins with", async ({ message, paths }) => {
  const body = { statusCode: 400, message };
  const texts = [message].flat().filter((text) => typeof text === "string" && text !== "");
  const issues = paths.map((path, index) => ({ path, message: texts[index] }));
  expect(await getIssues(documentedBody(400, { body }))).toEqual(issues);
  expect(await getIssues(body)).toEqual(issues);
});

it("the issues of a 400 are at most 100", async () => {
  expect(await getIssues({ message: Array.from({ length: 903 }, () => "no") })).toHaveLength(100);
});

const location = "https://moved.example.com/api/v1/brains/b/index?limit=3";
const redirectTo = async (target: string | undefined, status = 308) => {
  const { stream, seen } = recordBody(() => 1000);
  const kb = createClient(respond(stream, status, target === undefined ? {} : { location: target }));
  return { seen, error: await expectRejection(RedirectError, kb.promptIndex.get({ brainId: "b", limit: 3 })) };
};

it.each<{ name: string; target: string | undefined; end: string }>([
  { name: "nowhere", target: undefined, end: "elsewhere, which the client does not follow." },
  { name: "to another URL", target: location, end: `to ${location}, which the client does not follow.` },
])("a redirect that leads $name isn't followed: the error names the location", async ({ target, end }) => {
  for (const status of [301, 302, 303, 307, 308]) {
    const { error, seen } = await redirectTo(target, status);
    expect(error).toMatchObject({ code: "redirect", status, location: target, stopReason: "not_retryable" });
    expect(error).not.toBeInstanceOf(StatusError);
    const advice = "If this is the service, set baseUrl to its address.";
    expect(error.message).toBe(`Failed to get the prompt index: the service redirects ${end} ${advice}`);
    expect(seen).toEqual({ chunks: 0, isCancelled: true });
  }
});

it("a redirect whose status the browser hides is an error, too, and so is a response without a valid status", async () => {
  const opaque = Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } });
  const redirect = await getIndex(createClient(async () => opaque)).safe();
  expect(redirect).toMatchObject({ error: { code: "redirect" }, response: { status: 0, ok: false } });
  const unknown = { status: 999, headers: new Headers(), text: async () => "" } as Response;
  for (const given of [Response.error(), unknown]) {
    const other = await getIndex(createClient(async () => given)).safe();
    expect(other).toMatchObject({ error: { code: "api_error" }, response: { status: 0 } });
  }
});

it.each([300, 304])("a response with the status %s is an ApiError, not a redirect", async (status) => {
  expect((await getError(respond(null, status, { location }))).code).toBe("api_error");
});
