import { ApiError, NotFoundError, RedirectError, ServerError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, errorBody, getIndex } from "./create-client.ts";
import { startRaw } from "./hostile-server.ts";

/** The first line of responses that `fetch` returns, and that nobody can construct. */
const firstLines: Readonly<Record<string, readonly [line: Uint8Array, status: number]>> = {
  "the status 600": [Buffer.from("HTTP/1.1 600 Unknown"), 600],
  "the status 999": [Buffer.from("HTTP/1.1 999 Request Denied"), 999],
  "a status text in Chinese": [Buffer.from("HTTP/1.1 404 成功"), 404],
  "a status text in Latin-1": [Buffer.from("HTTP/1.1 404 gr\xfc\xdf", "latin1"), 404],
  "a status text with a control character": [Buffer.from("HTTP/1.1 404 a\x01b"), 404],
};

describe.each(Object.entries(firstLines))("an error with %s", (_, [line, status]) => {
  it("has its status in the error and in the response of safe()", async () => {
    const kb = createClientAt(await startRaw(line, "\r\ncontent-length: 2\r\nx-request-id: r1\r\n\r\n{}"));
    const { error, response, attempts } = await getIndex(kb).safe();
    expect(error).toBeInstanceOf(status === 404 ? ApiError : ServerError);
    expect(error).toMatchObject({ status, requestId: "r1" });
    expect([response?.status, response?.ok, await response?.text()]).toEqual([status, false, "{}"]);
    expect(attempts).toMatchObject([{ number: 1, status }]);
  });
});

describe("a successful response", () => {
  it.each(["成功", "a\x01b"])("with the status text %j can be read in every way", async (statusText) => {
    const url = await startRaw(`HTTP/1.1 200 ${statusText}\r\ncontent-length: 2\r\n\r\n[]`);
    const call = getIndex(createClientAt(url));
    expect(await call).toEqual([]);
    expect(await call.safe()).toMatchObject({ ok: true, data: [], response: { status: 200, statusText } });
    expect((await call.withResponse()).response).toMatchObject({ status: 200, statusText });
    expect(await (await call.asResponse()).text()).toBe("[]");
  });
});

describe("an error with a status that no Response can be created with", () => {
  it.each([600, 999])("has its status text in the response of safe(): %s", async (status) => {
    const url = await startRaw(`HTTP/1.1 ${status} Denied\r\ncontent-length: 2\r\n\r\nno`);
    const { error, response } = await getIndex(createClientAt(url)).safe();
    expect(error).toBeInstanceOf(ServerError);
    expect([response?.status, response?.ok, response?.statusText]).toEqual([status, false, "Denied"]);
    expect(await response?.text()).toBe("no");
  });
});

describe("a documented error with a status text in another alphabet", () => {
  it("has its class, and its body in the response of safe()", async () => {
    const body = JSON.stringify(errorBody(404));
    const url = await startRaw(`HTTP/1.1 404 Не найдено\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    const { error, response } = await getIndex(createClientAt(url)).safe();
    expect(error).toBeInstanceOf(NotFoundError);
    expect([response?.status, response?.ok, response?.statusText]).toEqual([404, false, "Не найдено"]);
    expect(await response?.json()).toEqual(errorBody(404));
  });
});

describe("a response without a status", () => {
  it("to a redirect in a browser does not make safe() reject", async () => {
    const opaque = Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } });
    const { error, response } = await getIndex(createClient(async () => opaque)).safe();
    expect(error).toBeInstanceOf(RedirectError);
    expect([response?.status, response?.ok]).toEqual([0, false]);
  });

  it("does not make safe() reject", async () => {
    const call = getIndex(createClient(async () => Response.error()));
    const error = await expectRejection(ApiError, call);
    expect(await call.safe()).toMatchObject({ ok: false, error, response: { status: 0, ok: false } });
  });
});

describe("the request id of a response", () => {
  it("is the first one that is not empty", async () => {
    const headers = { "x-request-id": "", "request-id": "", "x-correlation-id": "c1" };
    const { error } = await getIndex(createClient(async () => new Response("{}", { status: 404, headers }))).safe();
    expect(error?.requestId).toBe("c1");
  });

  it("is undefined if all are empty", async () => {
    const headers = { "x-request-id": "" };
    const { error } = await getIndex(createClient(async () => new Response("{}", { status: 404, headers }))).safe();
    expect(error?.requestId).toBeUndefined();
  });
});
