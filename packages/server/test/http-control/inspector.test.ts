import { withControl } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { openServer } from "../helpers/open-server.ts";

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

function open(baseUrl = "https://knowledge-base.test", inspector = true) {
  const server = openServer({ baseUrl });
  const fetch = withControl(server, { inspector });
  const get = (path: string, init?: RequestInit) => fetch(`${server.baseUrl}${path}`, { redirect: "manual", ...init });
  return { server, get };
}

it.each([
  { request: "GET ", type: "text/html" },
  { request: "GET index.html", type: "text/html" },
  { request: "GET inspector.js", type: "text/javascript" },
  { request: "GET inspector.css", type: "text/css" },
  { request: "HEAD ", type: "text/html" },
])("the inspector responds to '$request' with $type, which no other site can use", async ({ request, type }) => {
  const [method = "", name = ""] = request.split(" ");
  const response = await open().get(`/_inspector/${name}`, { method });
  expect(response.status).toBe(200);
  expect((await response.text()).length > 500).toBe(method === "GET");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": expect.stringContaining(type),
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "content-security-policy": expect.stringMatching(
      /^default-src 'none'; script-src 'self'; style-src 'self'; (?!.*(unsafe|\*|https?:))/,
    ),
  });
});

it.each([
  { method: "OPTIONS", status: 200 },
  { method: "POST", status: 405 },
])("the inspector is only read, so that the response to $method is $status", async ({ method, status }) => {
  const response = await open().get("/_inspector/", { method });
  expect(response.status).toBe(status);
  expect(response.headers.get("allow")).toBe("GET, HEAD");
  expect(await response.text()).toBe("The inspector is read with GET.");
});

it.each(["moon", "constructor", "__proto__"])("the inspector has no file with the name %s", async (name) => {
  const response = await open().get(`/_inspector/${name}`);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe("The inspector has no such file.");
});

it("the inspector is a page without scripts or styles of its own, and without other addresses", async () => {
  const page = await (await open().get("/_inspector/")).text();
  expect(page).not.toMatch(/<script(?! type="module" src="inspector.js")|<style|style=|\son\w+=/);
  expect(page.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
});

it.each([
  { baseUrl: "https://knowledge-base.test", path: "/", location: "_inspector/" },
  { baseUrl: "https://knowledge-base.test", path: "/_inspector", location: "_inspector/" },
  { baseUrl: "https://knowledge-base.test/api", path: "/", location: "_inspector/" },
  { baseUrl: "https://knowledge-base.test/api", path: "", location: "/api/_inspector/" },
])("a browser is redirected from '$path' of $baseUrl to the inspector", async (row) => {
  const { baseUrl, path, location } = row;
  for (const method of ["GET", "HEAD"]) {
    const response = await open(baseUrl).get(path, { method, headers: html });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(location);
  }
});

it("the inspector isn't for programs, and only served if it is asked for", async () => {
  const { get, server } = open();
  for (const init of [{}, { method: "POST", headers: html }]) expect((await get("/", init)).status).toBe(404);
  expect(server.journal.entries()).toHaveLength(2);
  const without = open("https://knowledge-base.test", false);
  for (const path of ["/_inspector/", "/"]) expect((await without.get(path, { headers: html })).status).toBe(404);
});
