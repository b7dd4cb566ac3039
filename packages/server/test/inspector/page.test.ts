import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";

function open(baseUrl = "https://knowledge-base.test") {
  const server = openServer({ baseUrl });
  const fetch = withControl(server, { inspector: true });
  const get = (path: string, init?: RequestInit) => fetch(`${server.baseUrl}${path}`, { redirect: "manual", ...init });
  return { server, get };
}

const browser = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };

describe("the files of the inspector", () => {
  it.each([
    ["", "text/html; charset=utf-8"],
    ["index.html", "text/html; charset=utf-8"],
    ["inspector.js", "text/javascript; charset=utf-8"],
    ["inspector.css", "text/css; charset=utf-8"],
  ])("include %j", async (name, type) => {
    const response = await open().get(`/_inspector/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect((await response.text()).length).toBeGreaterThan(500);
  });

  it("are not sniffed, framed or sent to other origins, and load nothing else", async () => {
    for (const name of ["", "inspector.js", "moon"]) {
      const { headers } = await open().get(`/_inspector/${name}`);
      expect(Object.fromEntries(headers)).toMatchObject({
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      });
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'; /,
      );
      expect(headers.get("content-security-policy")).not.toMatch(/unsafe|\*|https?:/);
    }
  });

  it("contain no script or style in the page itself, and no other address", async () => {
    const page = await (await open().get("/_inspector/")).text();
    expect(page).not.toMatch(/<script(?! type="module" src="inspector.js")|<style|style=|\son\w+=/);
    expect(page.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
  });

  it.each(["moon", "../server.ts", "constructor", "__proto__", "toString"])("do not include %j", async (name) => {
    expect((await open().get(`/_inspector/${name}`)).status).toBeGreaterThanOrEqual(400);
  });

  it.each([
    ["HEAD", 200, ""],
    ["OPTIONS", 200, "GET, HEAD"],
    ["POST", 405, "The inspector is read with GET."],
  ])("have a response to %s", async (method, status, text) => {
    const response = await open().get("/_inspector/", { method });
    expect([response.status, await response.text()]).toEqual([status, text]);
  });
});

describe("a browser", () => {
  it.each([
    ["https://knowledge-base.test", "/", "/_inspector/"],
    ["https://knowledge-base.test", "/_inspector", "/_inspector/"],
    ["https://knowledge-base.test/api", "/", "/api/_inspector/"],
    ["https://knowledge-base.test/api", "", "/api/_inspector/"],
  ])("at %s is redirected from %j to the inspector", async (baseUrl, path, location) => {
    const response = await open(baseUrl).get(path, browser);
    expect([response.status, response.headers.get("location")]).toEqual([302, location]);
  });
});

it("a program receives a 404 for the path /", async () => {
  const { get, server } = open();
  expect((await get("/")).status).toBe(404);
  expect((await get("/", { ...browser, method: "POST" })).status).toBe(404);
  expect(server.journal.entries()).toHaveLength(2);
});

it("a server without an inspector has no such page", async () => {
  const server = openServer();
  const fetch = withControl(server);
  for (const path of ["/_inspector/", "/"]) {
    expect((await fetch(`${server.baseUrl}${path}`, browser)).status).toBe(404);
  }
});
