import {
  ApiError,
  BadRequestError,
  type BadRequestIssue,
  NotFoundError,
  RateLimitError,
  ServerError,
  StatusError,
  UnauthorizedError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { emptyBody, noMessage, undocumentedMessage } from "../undocumented-message.ts";
import { createClient, createClientAt, errorBody, everyCall, getIndex } from "./create-client.ts";
import { startHttp } from "./hostile-server.ts";
import { ManualClock, start } from "./manual-clock.ts";

const once = { retries: 0 };

const classes = [
  [400, BadRequestError, "bad_request"],
  [401, UnauthorizedError, "unauthorized"],
  [402, ApiError, "api_error"],
  [403, ApiError, "api_error"],
  [404, NotFoundError, "not_found"],
  [409, ApiError, "api_error"],
  [418, ApiError, "api_error"],
  [429, RateLimitError, "rate_limit"],
  [499, ApiError, "api_error"],
  [500, ServerError, "server_error"],
  [502, ServerError, "server_error"],
  [504, ServerError, "server_error"],
  [599, ServerError, "server_error"],
] as const;

/** Error bodies that are not the documented one, with the problem that the message of the error states. */
const undocumented: Readonly<Record<string, readonly [text: string, problem: string]>> = {
  "an empty body": ["", emptyBody],
  HTML: ["<html><h1>502 Bad Gateway</h1></html>", noMessage],
  text: ["upstream connect error", noMessage],
  "broken JSON": ['{"statusCode":404,"mess', noMessage],
  null: ["null", noMessage],
  "a number": ["404", noMessage],
  "a string": ['"not found"', noMessage],
  "a list": ['[{"statusCode":404}]', noMessage],
  "an empty object": ["{}", noMessage],
  "another service's error": ['{"error":{"type":"not_found","message":"No"}}', "No"],
  "a status that is a string": [JSON.stringify({ ...errorBody(404), statusCode: "404" }), "No"],
  "a message that is a list": [JSON.stringify({ ...errorBody(404), message: ["No"] }), "No"],
  "a message that is null": [JSON.stringify({ ...errorBody(404), message: null }), noMessage],
  "no path": [JSON.stringify({ ...errorBody(404), path: undefined }), "No"],
  "a body that is text": [JSON.stringify({ ...errorBody(404), body: "No" }), "No"],
};

describe.each(classes)("status %s", (status, errorClass, code) => {
  it("is its error with the documented body", async () => {
    const url = await startHttp((_, response) => response.writeHead(status).end(JSON.stringify(errorBody(status))));
    const error = await expectRejection(StatusError, getIndex(createClientAt(url, once)));
    expect(error).toBeInstanceOf(errorClass);
    expect(error).toMatchObject({ code, status, body: errorBody(status), rawBody: undefined });
    expect(error.name).toBe(errorClass.name);
    const advice = status === 401 ? " Check the option apiKey, or the variable KNOWLEDGE_BASE_API_KEY." : "";
    expect(error.message).toBe(`Failed to get the prompt index: ${status} No.${advice}`);
    expect(error.cause).toBeUndefined();
  });

  it.each(Object.entries(undocumented))("is its error with %s, the text kept", async (_, [text, problem]) => {
    for (const validate of ["strict", "tolerant", "report", "off"] as const) {
      const kb = createClient(async () => new Response(text, { status }), { validate, retries: 0 });
      const error = await expectRejection(StatusError, getIndex(kb));
      expect(error).toBeInstanceOf(status === 404 ? ApiError : errorClass);
      const expectedCode = status === 404 ? "api_error" : code;
      expect(error).toMatchObject({ code: expectedCode, status, body: undefined, rawBody: text });
      expect(error.message).toBe(undocumentedMessage("get the prompt index", status, problem));
    }
  });
});

describe("a documented body with a very long message", () => {
  it("is cut in the message of the error, and complete in its body", async () => {
    const message = "No. ".repeat(4000);
    const kb = createClient(async () => Response.json(errorBody(404, { message }), { status: 404 }));
    const error = await expectRejection(NotFoundError, getIndex(kb));
    expect(error.message).toBe(`Failed to get the prompt index: 404 ${message.slice(0, 500)}.`);
    expect(error.body?.message).toBe(message);
  });
});

describe("an error status", () => {
  it.each(Object.entries(everyCall))("is not masked by a body that would be a success of %s", async (_, call) => {
    const success = JSON.stringify({ disconnected: true });
    const kb = createClient(async () => new Response(success, { status: 404 }), { validate: "off" });
    expect(await expectRejection(ApiError, call(kb))).toMatchObject({ status: 404, rawBody: success });
  });

  it("is not masked by another status in the body", async () => {
    const kb = createClient(async () => Response.json(errorBody(200), { status: 500 }), once);
    const error = await expectRejection(ServerError, getIndex(kb));
    expect([error.status, error.body?.statusCode]).toEqual([500, 200]);
  });

  it.each([1, 4095, 4096, 4097, 1_000_000])("with a body of %s characters shows 4,096 at the most", async (length) => {
    const url = await startHttp((_, response) => response.writeHead(500).end("ä".repeat(length)));
    const error = await expectRejection(ServerError, getIndex(createClientAt(url, once)));
    expect(error.rawBody).toBe("ä".repeat(Math.min(length, 4096)));
  });

  it.each([10, 100_000])("is not masked by a documented body nested %s levels deep", async (depth) => {
    const nested = `{"statusCode":400,"timestamp":"","path":"/","message":"No","body":{"message":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
    const url = await startHttp((_, response) => response.writeHead(400).end(nested));
    const error = await expectRejection(BadRequestError, getIndex(createClientAt(url)));
    expect(error).toMatchObject({ status: 400, code: "bad_request", issues: [] });
    expect(JSON.stringify(error)).toContain("bad_request");
  });

  it("shows at most 32 levels of a documented body", async () => {
    const open = (depth: number) => `${'{"next":['.repeat(depth / 2)}`;
    const close = (depth: number) => "]}".repeat(depth / 2);
    const bodyWith = (extra: string) => `${JSON.stringify(errorBody(404)).slice(0, -1)},"extra":${extra}}`;
    for (const depth of [30, 32, 40]) {
      const nested = bodyWith(`${open(depth)}"end"${close(depth)}`);
      const error = await expectRejection(
        NotFoundError,
        getIndex(createClient(async () => new Response(nested, { status: 404 }))),
      );
      const shown = depth < 32 ? nested : bodyWith(`${open(30)}{"next":"[redacted]"}${close(30)}`);
      expect(JSON.stringify(error.body)).toBe(shown);
    }
  });

  it("keeps fields that the documented body does not know", async () => {
    const body = errorBody(404, { requestId: "r1", body: { statusCode: 404, error: "Not Found", hint: ["x"] } });
    const kb = createClient(async () => Response.json(body, { status: 404 }));
    expect((await expectRejection(NotFoundError, getIndex(kb))).body).toEqual(body);
  });

  it("that the operation does not declare is an ApiError or a ServerError", async () => {
    const kb = createClient(async () => Response.json(errorBody(422), { status: 422 }));
    const error = await expectRejection(ApiError, getIndex(kb));
    expect(error.status).toBe(422);
  });

  it("has an error that is plain data in a log", async () => {
    const clock = new ManualClock();
    const kb = createClient(async () => Response.json(errorBody(404), { status: 404 }), { clock });
    const error = await expectRejection(NotFoundError, kb.pages.archive({ brainId: "b", slug: "s" }));
    const plain = {
      name: "NotFoundError",
      message: "Failed to archive a page: 404 No.",
      operation: "pages.archive",
      method: "POST",
      url: "https://kb.example.com/v1/brains/b/pages/s/archive",
      attempts: [{ number: 1, started: start, duration: 0, status: 404 }],
      stopReason: "not_retryable",
      code: "not_found",
      status: 404,
      body: errorBody(404),
      headers: { "content-type": "application/json" },
    };
    expect(error.toJSON()).toEqual({ ...plain, rawBody: undefined, requestId: undefined, retryAfter: undefined });
    expect(JSON.parse(JSON.stringify(error))).toEqual(plain);
    expect(JSON.parse(JSON.stringify({ nested: [error] }))).toEqual({ nested: [plain] });
  });
});

describe("the issues of a 400", () => {
  const update = { brainId: "b", bindingId: "c" };
  const issuesOf = async (message: unknown): Promise<readonly BadRequestIssue[]> => {
    const body = errorBody(400, { body: { statusCode: 400, message, error: "Bad Request" } });
    const kb = createClient(async () => Response.json(body, { status: 400 }));
    return (await expectRejection(BadRequestError, kb.bindings.update(update))).issues;
  };
  const flag = "notifyBriefs must be a boolean";

  it.each([
    ["a message", flag, [{ field: "notifyBriefs", message: flag }]],
    ["a list of one", [flag], [{ field: "notifyBriefs", message: flag }]],
    [
      "a list",
      [flag, "brainId is wrong", "property colour should not exist", ""],
      [
        { field: "notifyBriefs", message: flag },
        { field: "brainId", message: "brainId is wrong" },
        { field: undefined, message: "property colour should not exist" },
      ],
    ],
    [
      "paths",
      ["notifyBriefs[0] is wrong", "notifyBriefs.deep.er is wrong", "notifyBriefsToo is wrong"],
      [
        { field: "notifyBriefs[0]", message: "notifyBriefs[0] is wrong" },
        { field: "notifyBriefs.deep.er", message: "notifyBriefs.deep.er is wrong" },
        { field: undefined, message: "notifyBriefsToo is wrong" },
      ],
    ],
    [
      "names of nothing",
      ["constructor is wrong", "__proto__ is wrong"],
      [
        { field: undefined, message: "constructor is wrong" },
        { field: undefined, message: "__proto__ is wrong" },
      ],
    ],
    [
      "a list with other things in it",
      [7, null, { property: "notifyBriefs" }, [[flag]], flag],
      [{ field: "notifyBriefs", message: flag }],
    ],
    ["a number", 7, []],
    ["null", null, []],
    ["an object", { property: "notifyBriefs" }, []],
    ["an empty list", [], []],
    ["nothing", undefined, []],
  ])("come from %s", async (_, message, issues) => {
    expect(await issuesOf(message)).toEqual(issues);
  });

  it.each([undefined, {}])("are none if the exception response is %j", async (body) => {
    const kb = createClient(async () => Response.json(errorBody(400, { body }), { status: 400 }));
    expect((await expectRejection(BadRequestError, getIndex(kb))).issues).toEqual([]);
  });

  it("come from a body that has only the messages of the framework", async () => {
    const kb = createClient(async () => Response.json({ message: [flag] }, { status: 400 }));
    const error = await expectRejection(BadRequestError, kb.bindings.update(update));
    expect(error.issues).toEqual([{ field: "notifyBriefs", message: flag }]);
    expect(error).toMatchObject({ body: undefined, rawBody: JSON.stringify({ message: [flag] }) });
  });
});
