import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { openServer } from "./helpers/open-server.ts";

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

function open(baseUrl = "https://knowledge-base.test", inspector = true) {
  const server = openServer({ baseUrl });
  const fetch = withControl(server, { inspector });
  const get = (path: string, init?: RequestInit) => fetch(`${server.baseUrl}${path}`, { redirect: "manual", ...init });
  return { server, get };
}

// biome-ignore format: a table
const files: readonly [request: string, status: number, type?: string, text?: string][] = [
  ["GET ", 200, "text/html"], ["GET index.html", 200, "text/html"], ["GET inspector.js", 200, "text/javascript"], ["GET inspector.css", 200, "text/css"],
  ["HEAD ", 200, "text/html", ""], ["OPTIONS ", 200, "text/plain", "The inspector is read with GET."], ["POST ", 405, "text/plain", "The inspector is read with GET."],
  ["GET moon", 404, "text/plain", "The inspector has no such file."], ["GET constructor", 404], ["GET __proto__", 404], ["GET ../server.ts", 404, "application/json"],
];

describe("the inspector", () => {
  it.each(files)("responds to %s with %i", async (request, status, type = "text/plain", text) => {
    const [method = "", name = ""] = request.split(" ");
    const response = await open().get(`/_inspector/${name}`, { method });
    expect(response.status).toBe(status);
    const received = await response.text();
    if (text === undefined) expect(received.length).toBeGreaterThan(status === 200 ? 500 : 10);
    else expect(received).toBe(text);
    expect(response.headers.get("content-type")).toContain(type);
    if (type === "application/json") return;
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; script-src 'self'; style-src 'self'; (?!.*(unsafe|\*|https?:))/,
      ),
    });
    expect(response.headers.get("allow")).toBe(["OPTIONS", "POST"].includes(method) ? "GET, HEAD" : null);
  });

  it("is a page without scripts or styles of its own, and without other addresses", async () => {
    const page = await (await open().get("/_inspector/")).text();
    expect(page).not.toMatch(/<script(?! type="module" src="inspector.js")|<style|style=|\son\w+=/);
    expect(page.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
  });

  it.each([
    ["https://knowledge-base.test", "/", "/_inspector/"],
    ["https://knowledge-base.test", "/_inspector", "/_inspector/"],
    ["https://knowledge-base.test/api", "", "/api/_inspector/"],
  ])("is where a browser at %s%s is redirected to", async (baseUrl, path, location) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await open(baseUrl).get(path, { method, headers: html });
      expect([response.status, response.headers.get("location")]).toEqual([302, location]);
    }
  });

  it("is not for programs, and only served if it is asked for", async () => {
    const { get, server } = open();
    expect([(await get("/")).status, (await get("/", { method: "POST", headers: html })).status]).toEqual([404, 404]);
    expect(server.journal.entries()).toHaveLength(2);
    const without = open("https://knowledge-base.test", false);
    for (const path of ["/_inspector/", "/"]) expect((await without.get(path, { headers: html })).status).toBe(404);
  });
});
