import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { readProblemPage, readRedirect, sendForm } from "./consent-page.ts";
import { startAuthorization } from "./start-authorization.ts";

const own = "https://knowledge-base.test";

describe("the decision on the consent page", () => {
  it.each<[string, Record<string, string>]>([
    ["a program, which says nothing of itself", {}],
    ["the page itself", { origin: own, "sec-fetch-site": "same-origin" }],
    ["the page itself in a browser that says its origin alone", { origin: own }],
    ["the page behind a proxy that has the certificate", { origin: "https://kb.example", host: "kb.example" }],
    ["the page under another name of the machine", { origin: "http://localhost:3000", host: "localhost:3000" }],
    [
      "the page behind a proxy under another name",
      { origin: "https://kb.example", host: "upstream:80", "sec-fetch-site": "same-origin" },
    ],
  ])("is read from %s", async (_, headers) => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    const response = await sendForm(server, authorizationUrl, { state, decision: "approve" }, headers);
    expect(readRedirect(response)).toContain("code=");
  });

  it.each<[string, Record<string, string>]>([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["another site in a browser that says its origin alone", { origin: "https://evil.example" }],
    ["another port of the host", { origin: `${own}:8443`, "sec-fetch-site": "same-site" }],
    ["another port, in a browser that says its origin alone", { origin: `${own}:8443`, host: "knowledge-base.test" }],
    ["another scheme", { origin: "http://knowledge-base.test", "sec-fetch-site": "cross-site" }],
    ["a subdomain", { origin: "https://app.knowledge-base.test", host: "knowledge-base.test" }],
    ["a page that hides its origin", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a page that hides its origin, in an old browser", { origin: "null" }],
    ["a page that hides its origin, from a host of that name", { origin: "null", host: "null" }],
    ["an origin that is none", { origin: "evil", host: "evil" }],
    ["a site that names this origin", { origin: own, "sec-fetch-site": "cross-site" }],
  ])("is rejected from %s, and stays open", async (_, headers) => {
    const server = openServer();
    const { authorizationUrl, state, started } = await startAuthorization(server);
    for (const decision of ["approve", "deny"]) {
      const response = await sendForm(server, authorizationUrl, { state, decision }, headers);
      expect(response.status).toBe(403);
      expect(await readProblemPage(response)).toStrictEqual({
        code: "foreign_page",
        message: "The decision was sent by a page of another site. Decide on this page.",
      });
    }
    await expect(server.control.oauth.approve(started)).resolves.toMatchObject({ state });
  });

  it("is rejected if it is neither of the two, and stays open", async () => {
    const server = openServer();
    const { authorizationUrl, state, started } = await startAuthorization(server);
    for (const fields of [
      { state },
      { state, decision: "" },
      { state, decision: "Approve" },
      { state, decision: "no" },
    ]) {
      const response = await sendForm(server, authorizationUrl, fields);
      expect(response.status).toBe(400);
      expect(await readProblemPage(response)).toStrictEqual({
        code: "no_decision",
        message: "The field decision must be approve or deny.",
      });
    }
    await expect(server.control.oauth.approve(started)).resolves.toMatchObject({ state });
  });

  it("is rejected with no state, and with more than one", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    for (const states of [
      [],
      [
        ["state", state],
        ["state", state],
      ],
    ]) {
      const body = new URLSearchParams([["decision", "approve"], ...states]);
      const response = await server.fetch(authorizationUrl, { method: "POST", body });
      expect(response.status).toBe(400);
      expect((await readProblemPage(response)).code).toBe("oauth_invalid_state");
    }
  });

  it("takes its state from the form and not from the URL", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    const body = new URLSearchParams({ decision: "deny", state: (await startAuthorization(server)).state });
    expect(readRedirect(await server.fetch(authorizationUrl, { method: "POST", body }))).not.toContain(state);
    expect((await server.fetch(authorizationUrl)).status).toBe(200);
  });

  it.each([
    ["JSON", "application/json", (state: string) => JSON.stringify({ state, decision: "approve" })],
    ["plain text", "text/plain", (state: string) => `state=${state}\r\ndecision=approve\r\n`],
    ["plain text that looks like a form", "text/plain", (state: string) => `state=${state}&decision=approve`],
    ["nothing that it names", undefined, (state: string) => `state=${state}&decision=approve`],
    ["parts", "multipart/form-data; boundary=b", (state: string) => `--b\r\n\r\n${state}\r\n--b--`],
    [
      "something that only begins so",
      "application/x-www-form-urlencoded-2",
      (state: string) => `state=${state}&decision=approve`,
    ],
    [
      "something that only ends so",
      "text/application/x-www-form-urlencoded",
      (state: string) => `state=${state}&decision=approve`,
    ],
  ])("is rejected as %s, and stays open", async (_, contentType, write) => {
    const server = openServer();
    const { authorizationUrl, state, started } = await startAuthorization(server);
    const headers = contentType === undefined ? {} : { "content-type": contentType };
    const response = await server.fetch(authorizationUrl, { method: "POST", headers, body: write(state) });
    expect(response.status).toBe(415);
    expect((await readProblemPage(response)).code).toBe("not_a_form");
    await expect(server.control.oauth.approve(started)).resolves.toMatchObject({ state });
  });

  it.each(["application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded;charset=UTF-8"])(
    "is read as %s",
    async (contentType) => {
      const server = openServer();
      const { authorizationUrl, state } = await startAuthorization(server);
      const body = `state=${state}&decision=deny`;
      const headers = { "content-type": contentType };
      expect(readRedirect(await server.fetch(authorizationUrl, { method: "POST", headers, body }))).toContain("error=");
    },
  );

  it("is rejected if the form is larger than the limit of a body, and accepted up to the limit", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    const limit = 100 * 1024;
    const rest = new URLSearchParams({ state, decision: "approve", teamName: "" }).toString().length;
    const sendName = (length: number) =>
      sendForm(server, authorizationUrl, { state, decision: "approve", teamName: "a".repeat(length) });
    const rejected = await sendName(limit - rest + 1);
    expect(rejected.status).toBe(413);
    expect((await readProblemPage(rejected)).code).toBe("too_large");
    expect((await sendName(limit - rest)).status).toBe(303);
  });

  it("survives bytes that are no text and escapes that escape nothing", async () => {
    const server = openServer();
    const { authorizationUrl, started } = await startAuthorization(server);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (const body of [
      "%",
      "%zz=%ff&decision=%61pprove&state=%",
      "&&&===",
      "\0",
      new Uint8Array([0xff, 0xfe, 0x26]),
    ]) {
      const response = await server.fetch(authorizationUrl, { method: "POST", headers, body });
      expect(response.status).toBe(400);
    }
    await expect(server.control.oauth.approve(started)).resolves.toMatchObject({ code: expect.any(String) });
  });
});
