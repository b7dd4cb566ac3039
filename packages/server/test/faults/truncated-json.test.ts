import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { archive, call, getIndex, isArchived } from "./calls.ts";

describe("truncated JSON", () => {
  it("is the first half of the response, as complete HTTP", async () => {
    const whole = await (await getIndex(openServer())).text();
    const server = openServer();
    server.faults.add({ kind: "truncated_json" });
    const response = await getIndex(server);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const text = await response.text();
    expect(text).toBe(whole.slice(0, Math.floor(whole.length / 2)));
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it("is not JSON even if the whole has two characters", async () => {
    const server = openServer({ seed: buildState({ pages: [] }) });
    server.faults.add({ kind: "truncated_json" });
    expect(await (await getIndex(server)).text()).toBe("[");
  });

  it("does not split a character", async () => {
    const halves = await Promise.all(
      Array.from({ length: 8 }, async (_, shift) => {
        const pages = [buildPage({ title: "x".repeat(shift) + "🌊".repeat(60) })];
        const server = openServer({ seed: buildState({ pages }) });
        const whole = await (await getIndex(server)).text();
        server.faults.add({ kind: "truncated_json" });
        return whole.startsWith(await (await getIndex(server)).text());
      }),
    );
    expect(halves).toEqual(Array.from({ length: 8 }, () => true));
  });

  it("applies after the operation was executed", async () => {
    const server = openServer();
    server.faults.add({ kind: "truncated_json" });
    expect((await archive(server)).status).toBe(201);
    expect(isArchived(server)).toBe(true);
  });

  it("also cuts the response to a rejected request", async () => {
    const server = openServer();
    server.faults.add({ kind: "truncated_json" });
    const response = await call(server, "/v1/brains/brain_unknown/index");
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(/^\{"statusCode":404,.*[^}]$/);
  });
});
