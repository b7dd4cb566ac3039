import { inspect } from "node:util";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import type { ControlOptions } from "../../src/http-control/with-control.ts";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { read } from "./post.ts";

const token = "Tr0ub4dor&3~!";

function open() {
  const server = openServer();
  const fetch = withControl(server, { token });
  return { server, fetch, url: server.baseUrl };
}

const wrong: { authorization?: string }[] = [
  {},
  { authorization: "" },
  { authorization: token },
  { authorization: "Bearer" },
  { authorization: `Bearer ${token}x` },
  { authorization: `Bearer ${token.slice(0, -1)}` },
  { authorization: `Bearer ${token}${token}` },
  { authorization: `Bearer ${token.toLowerCase()}` },
  { authorization: `Bearer ${token} ${token}` },
  { authorization: `Basic ${token}` },
];

describe("a control with a token", () => {
  it.each(wrong)("rejects a request with %j, and does nothing", async (headers) => {
    const { server, fetch, url } = open();
    for (const [method, path] of [
      ["POST", "organizations/delete"],
      ["POST", "no/control"],
      ["GET", "openapi.json"],
      ["GET", ""],
    ]) {
      const response = await fetch(`${url}/_control/${path}`, {
        method: method ?? "",
        headers: { ...headers, "content-type": "application/json" },
        ...(method === "POST" && { body: '{"organizationId":"org_north"}' }),
      });
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(response.headers.get("x-knowledge-base-control")).toBe("1");
      const { status, body } = await read(response);
      expect({ status, body }).toMatchObject({ status: 401, body: { error: { code: "unauthorized", problems: [] } } });
      expect(JSON.stringify(body)).not.toContain(token);
    }
    expect(server.snapshot()).toStrictEqual(buildState());
  });

  it.each([`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`])(
    "accepts a request with %s",
    async (authorization) => {
      const { fetch, url } = open();
      const response = await fetch(`${url}/_control/clock/now`, { method: "POST", headers: { authorization } });
      expect(response.status).toBe(200);
    },
  );

  it("still rejects a page in a browser", async () => {
    const { fetch, url } = open();
    const headers = { authorization: `Bearer ${token}`, origin: "https://page.example" };
    expect((await fetch(`${url}/_control/clock/now`, { method: "POST", headers })).status).toBe(403);
  });

  it("does not concern the health and the operations", async () => {
    const { server, fetch, url } = open();
    expect((await fetch(`${url}/_health`)).status).toBe(200);
    const headers = { "x-api-key": server.apiKey };
    expect((await fetch(`${url}/v1/brains/brain_tides/index`, { headers })).status).toBe(200);
  });
});

describe("connect", () => {
  it("sends the token with each call", async () => {
    const { fetch, url } = open();
    const server = await connect(url, { fetch, token });
    expect(await server.control.brains.create({ id: "brain_new", name: "New" })).toMatchObject({ id: "brain_new" });
    await server.organization("org_north").faults.add({ kind: "hang" });
    expect(inspect(server, { depth: 9, showHidden: true })).not.toContain(token);
  });

  it.each([
    [undefined, "the token is missing"],
    ["guess", "the token is wrong"],
  ])("rejects the token %s as unauthorized", async (guess, problem) => {
    const { fetch, url } = open();
    await expect(connect(url, { fetch, token: guess })).rejects.toMatchObject({
      name: "ControlError",
      code: "unauthorized",
      message: expect.stringMatching(
        new RegExp(`^Failed to call a control: ${problem}\\. Send the token .+ connect\\(url, \\{ token \\}\\)\\.$`),
      ),
    });
  });

  it("may send a token to a server that needs none", async () => {
    const server = openServer();
    expect((await connect(server.baseUrl, { fetch: withControl(server), token })).apiKey).toBe(server.apiKey);
  });
});

describe("an invalid token", () => {
  it.each(["", "with space", "line\nbreak", "größe", 1, null])(
    "%j is rejected without being shown",
    async (invalid) => {
      const options = { token: invalid } as ControlOptions;
      const message = "token must be a string of visible ASCII characters.";
      expect(() => withControl(openServer(), options)).toThrow(
        new TypeError(`Failed to serve the controls: ${message}`),
      );
      await expect(connect("http://localhost:1", options)).rejects.toThrow(
        new TypeError(`Failed to connect: ${message}`),
      );
    },
  );

  it("an unknown option is rejected", () => {
    expect(() => withControl(openServer(), { tokn: "x" } as ControlOptions)).toThrow(
      /tokn is not an option; did you mean token\?/,
    );
  });
});
