import * as sdk from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { createClient, respond, respondJson } from "../helpers/client.ts";
import { recordBody } from "../helpers/fake-responses.ts";
import { documentedBody, getIndex, operationCalls } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";

const { ApiError, BadRequestError, ForbiddenError, NotFoundError, RateLimitError, RedirectError } = sdk;
const { ServerError, StatusError, UnauthorizedError } = sdk;

const keyAdvice = " Check the option apiKey, or the variable KNOWLEDGE_BASE_API_KEY.";
const proxyAdvice = " The body is not the documented one: check baseUrl and proxies.";

const classes = [
  [400, BadRequestError, "bad_request"],
  [401, UnauthorizedError, "unauthorized"],
  [404, NotFoundError, "not_found"],
  [403, ForbiddenError, "forbidden"],
  [422, ApiError, "api_error"],
  [499, ApiError, "api_error"],
  [429, RateLimitError, "rate_limit"],
  [500, ServerError, "server_error"],
  [599, ServerError, "server_error"],
] as const;

const getError = (fetch: () => Promise<Response>) => expectRejection(StatusError, getIndex(createClient(fetch)));

describe("the error of a status", () => {
  it.each(classes)("%s has a class of its own and the documented body", async (status, errorClass, code) => {
    const body = documentedBody(status, { message: "Told by the service.", hint: ["kept"] });
    const error = await expectRejection(StatusError, getIndex(createClient(respond(JSON.stringify(body), status))));
    expect(error.constructor).toBe(errorClass);
    expect(error).toMatchObject({ name: errorClass.name, code });
    const advice = status === 401 ? keyAdvice : "";
    expect(error.message).toBe(`Failed to get the prompt index: ${status} Told by the service.${advice}`);
    expect(error).toMatchObject({ status, body, attempts: [{ number: 1, status }] });
    expect(error.cause).toBeUndefined();
  });

  it("names what failed", async () => {
    const kb = createClient(respond("{}", 501));
    const errors = await Promise.all(Object.values(operationCalls).map((call) => expectRejection(Error, call(kb))));
    const tasks = ["get the prompt index", "list channels", "archive a page", "update a binding", "unbind a channel"];
    const beginnings = [...tasks, "start OAuth"].map((task) => `Failed to ${task}`);
    expect(errors.map(({ message }) => message.split(":", 1)[0])).toEqual(beginnings);
  });

  it("isn't masked by a body that would be a success, or by another status in the body", async () => {
    for (const call of Object.values(operationCalls)) {
      const kb = createClient(respond('{"disconnected":true}', 404), { validate: "off" });
      expect(await expectRejection(ApiError, call(kb))).toMatchObject({ rawBody: '{"disconnected":true}' });
    }
    const error = await getError(respondJson(documentedBody(400), 500));
    expect(error).toMatchObject({ code: "server_error", status: 500, body: { statusCode: 400 } });
  });
});

const unnamed = "without an error message (rawBody has the body)";
const { path: _path, ...withoutPath } = documentedBody(404);

// Error bodies that aren't the documented one, and what the message says about them.
// biome-ignore format: one row a line
const bodies: Readonly<Record<string, readonly [text: string, problem: string]>> = {
  "of the framework": ['{"statusCode":403,"message":"Not allowed","error":"Forbidden"}', "Not allowed"],
  "of the framework, with several messages": ['{"message":["Not allowed","Never"],"error":"No"}', "Not allowed; Never"],
  "with a text": ['{"error":"Not allowed"}', "Not allowed"],
  "with a message inside": ['{"error":{"code":17,"message":"Not allowed"}}', "Not allowed"],
  "of problem+json": ['{"type":"about:blank","title":"Forbidden","detail":"Not allowed"}', "Not allowed"],
  "of problem+json without a detail": ['{"type":"about:blank","title":"Not allowed"}', "Not allowed"],
  "like the documented one, without its path": [JSON.stringify(withoutPath), "No"],
  "like the documented one, with a text as its status": ['{"statusCode":"404","path":"/","message":"No"}', "No"],
  "that is empty": ["", "with an empty body"],
  "of a gateway": ["\n  <h1>502 Bad Gateway</h1>", "with an HTML page (rawBody has the body)"],
  "of a gateway with a title": ["<html><head><title>\n Access denied </title>", 'with the HTML page "Access denied" (rawBody has it)'],
  "that is text": ["upstream connect error", unnamed],
  "that is cut": ['{"statusCode":404,"mess', unnamed],
  "that is null": ["null", unnamed],
  "that is a list": ['[{"message":"No"}]', unnamed],
  "with a message of another type": ['{"message":5}', unnamed],
};

it.each(Object.entries(bodies))(
  "an undocumented error body %s keeps the status, and is in rawBody",
  async (_, [text, problem]) => {
    for (const [status, errorClass] of classes) {
      for (const validate of ["strict", "off"] as const) {
        const kb = createClient(respond(text, status), { validate });
        const error = await expectRejection(StatusError, getIndex(kb));
        expect(error.constructor).toBe(status === 404 ? ApiError : errorClass);
        expect(error).toMatchObject({ status, body: undefined, rawBody: text });
        const advice = { 401: keyAdvice, 404: proxyAdvice }[status as number] ?? "";
        expect(error.message).toBe(`Failed to get the prompt index: ${status} ${problem}.${advice}`);
      }
    }
  },
);

const page = "<!doctype html><title>Zugriff „verwehrt“: é</title>";

// biome-ignore format: one row a line
it.each([
  ["text/html", Buffer.from(page)],
  ["text/html; charset=utf-8", Buffer.from(page)],
  ['text/html;charset="windows-1252"', Buffer.from("<title>Zugriff \x84verwehrt\x93: \xe9</title>", "latin1")],
  ["text/html; charset=klingon", Buffer.from(page)],
])("a page of a gateway is read in its own charset: %s", async (type, body) => {
  const { message } = await getError(respond(body, 403, { "content-type": type }));
  expect(message).toContain('403 with the HTML page "Zugriff „verwehrt“: é" (rawBody has it).');
});

describe("a 404", () => {
  const messages = ["Page not found", "Cannot archive: page not found", "cannot get it", ""];

  it.each(messages)("with the documented body is a NotFoundError if its message is %j", async (message) => {
    const kb = createClient(respondJson(documentedBody(404, { message }), 404));
    for (const call of Object.values(operationCalls)) await expectRejection(NotFoundError, call(kb));
  });

  it("of a path that doesn't exist is an ApiError", async () => {
    const message = "Cannot GET /v1/v1/brains/b/index";
    for (const fields of [{ message }, { message: "Http Exception", body: { statusCode: 404, message } }]) {
      const error = await getError(respondJson(documentedBody(404, fields), 404));
      expect(error.constructor).toBe(ApiError);
      expect(error.message).toMatch(/ The service has no such path: check baseUrl and proxies\.$/);
    }
  });

  it("because of a base URL that ends in /v1 says so, for every operation", async () => {
    const { baseUrl, apiKey, fetch } = createReferenceServer();
    const kb = createClient(fetch, { baseUrl: `${baseUrl}/v1`, apiKey });
    for (const call of Object.values(operationCalls)) {
      const error = await expectRejection(ApiError, call(kb));
      expect(error.message).toContain("baseUrl ends in /v1, which the client adds: remove it.");
    }
  });
});

describe("the issues of a 400", () => {
  const flag = "notifyBriefs must be a boolean";
  const getIssues = async (body: unknown) => {
    const call = createClient(respondJson(body, 400)).bindings.update({ brainId: "b", bindingId: "c" });
    return (await expectRejection(BadRequestError, call)).issues;
  };

  it.each<[string, unknown, readonly (readonly unknown[])[]]>([
    ["a text", flag, [["notifyBriefs"]]],
    ["a list", [flag, "brainId is wrong", "property colour is unknown"], [["notifyBriefs"], ["brainId"], []]],
    ["an item", ["notifyBriefs[10].name is wrong"], [["notifyBriefs", 10, "name"]]],
    ["a field of a field", ["notifyBriefs.deep.er is wrong"], [["notifyBriefs", "deep", "er"]]],
    ["other words", ["notifyBriefsToo is wrong", "constructor is wrong"], [[], []]],
    ["a list with other things in it", [7, null, "", { property: "x" }, [[flag]], flag], [["notifyBriefs"]]],
    ["an object", { property: "notifyBriefs" }, []],
    ["nothing", undefined, []],
  ])("name the fields that %s in the body begins with", async (_, message, paths) => {
    const body = { statusCode: 400, message };
    const texts = [message].flat().filter((text) => typeof text === "string" && text !== "");
    const issues = paths.map((path, index) => ({ path, message: texts[index] }));
    expect(await getIssues(documentedBody(400, { body }))).toEqual(issues);
    expect(await getIssues(body)).toEqual(issues);
  });

  it("are at most 100", async () => {
    expect(await getIssues({ message: Array.from({ length: 903 }, () => "no") })).toHaveLength(100);
  });
});

describe("a redirect", () => {
  const location = "https://moved.example.com/api/v1/brains/b/index?limit=3";
  const redirectTo = async (target: string | undefined, status = 308) => {
    const { stream, seen } = recordBody(() => 1000);
    const kb = createClient(respond(stream, status, target === undefined ? {} : { location: target }));
    return { seen, error: await expectRejection(RedirectError, kb.promptIndex.get({ brainId: "b", limit: 3 })) };
  };

  it.each<[string, string | undefined, string]>([
    ["nowhere", undefined, "elsewhere, which the client does not follow."],
    ["to another URL", location, `to ${location}, which the client does not follow.`],
  ])("that leads %s isn't followed: the error names the location", async (_, target, end) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const { error, seen } = await redirectTo(target, status);
      expect(error).toMatchObject({ code: "redirect", status, location: target, stopReason: "not_retryable" });
      expect(error).not.toBeInstanceOf(StatusError);
      const advice = "If this is the service, set baseUrl to its address.";
      expect(error.message).toBe(`Failed to get the prompt index: the service redirects ${end} ${advice}`);
      expect(seen).toEqual({ chunks: 0, isCancelled: true });
    }
  });

  it("whose status the browser hides is an error, too, and so is a response without a valid status", async () => {
    const opaque = Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } });
    const redirect = await getIndex(createClient(async () => opaque)).safe();
    expect(redirect).toMatchObject({ error: { code: "redirect" }, response: { status: 0, ok: false } });
    const unknown = { status: 999, headers: new Headers(), text: async () => "" } as Response;
    for (const given of [Response.error(), unknown]) {
      const other = await getIndex(createClient(async () => given)).safe();
      expect(other).toMatchObject({ error: { code: "api_error" }, response: { status: 0 } });
    }
  });

  it.each([300, 304])("is no response with status %s, which is an ApiError", async (status) => {
    expect((await getError(respond(null, status, { location }))).code).toBe("api_error");
  });
});
