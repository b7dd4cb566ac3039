import { NotFoundError, RedirectError, ServerError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient, createClientAt, errorBody, getIndex } from "./create-client.ts";
import { startRaw } from "./hostile-server.ts";

/** Starts a server with a status line of its own, and returns a client of it. */
async function connect(statusLine: string, body: string) {
  const headers = ["content-type: application/json", `content-length: ${body.length}`, "connection: close"];
  const url = await startRaw([`HTTP/1.1 ${statusLine}`, ...headers, "", body].join("\r\n"));
  return createClientAt(url, { retries: 0 });
}

const phrase = "Не найдено";

describe("a reason phrase in another alphabet", () => {
  it("is part of the response of a call that succeeds", async () => {
    const { data, response } = await getIndex(await connect(`200 ${phrase}`, "[]")).withResponse();
    expect([data, response.status, response.ok, response.statusText]).toEqual([[], 200, true, phrase]);
    expect(await response.json()).toEqual([]);
    const raw = await getIndex(await connect(`200 ${phrase}`, "[]")).asResponse();
    expect([raw.status, raw.statusText]).toEqual([200, phrase]);
  });

  it("does not make safe() reject", async () => {
    const kb = await connect(`404 ${phrase}`, JSON.stringify(errorBody(404)));
    const { error, response } = await getIndex(kb).safe();
    expect(error).toBeInstanceOf(NotFoundError);
    expect([response?.status, response?.ok, response?.statusText]).toEqual([404, false, phrase]);
    expect(await response?.json()).toEqual(errorBody(404));
  });
});

describe("a status that no Response can be created with", () => {
  it.each([600, 999])("does not make safe() reject: %s", async (status) => {
    const { error, response } = await getIndex(await connect(`${status} Denied`, "no")).safe();
    expect(error).toBeInstanceOf(ServerError);
    expect([response?.status, response?.ok, response?.statusText]).toEqual([status, false, "Denied"]);
    expect(await response?.text()).toBe("no");
  });

  it("does not make safe() reject if it is that of a redirect in a browser", async () => {
    const redirect = Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } });
    const { error, response } = await getIndex(createClient(async () => redirect)).safe();
    expect(error).toBeInstanceOf(RedirectError);
    expect([response?.status, response?.ok]).toEqual([0, false]);
  });
});
