import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { archive, getIndex, isArchived } from "./calls.ts";

describe("a gateway", () => {
  it.each([
    { fault: {}, status: 502, title: "502 Bad Gateway" },
    { fault: { status: undefined }, status: 502, title: "502 Bad Gateway" },
    { fault: { status: 504 }, status: 504, title: "504 Gateway Timeout" },
    { fault: { status: 413 }, status: 413, title: "413 Payload Too Large" },
    { fault: { status: 598 }, status: 598, title: "598 Server Error" },
  ])("has a page for status $status", async ({ fault, status, title }) => {
    const server = openServer();
    server.faults.add({ kind: "gateway_html", ...fault });
    const response = await getIndex(server);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toEqual({ "content-type": "text/html; charset=utf-8" });
    const page = await response.text();
    expect(page).toMatch(/^<!doctype html>\n<html>.*<\/html>\n$/s);
    expect(page).toContain(`<title>${title}</title>`);
    expect(page).toContain(`<h1>${title}</h1>`);
  });

  it.each([
    { afterCommit: false, what: "keeps the operation from being carried out" },
    { afterCommit: true, what: "after the commit hides an operation that was carried out" },
  ])("$what", async ({ afterCommit }) => {
    const server = openServer();
    server.faults.add({ kind: "gateway_html", afterCommit });
    expect((await archive(server)).status).toBe(502);
    expect(isArchived(server)).toBe(afterCommit);
  });
});
