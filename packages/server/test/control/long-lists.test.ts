import { ControlError, StateError } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";

const count = 200_000;
const wrong = Array.from({ length: count }, (_, index) => index) as never;
const page = { brainId: "brain_tides", title: "Tide" };

function catchError(act: () => unknown): ControlError | StateError {
  try {
    act();
  } catch (error) {
    if (error instanceof ControlError || error instanceof StateError) return error;
    throw error;
  }
  return expect.fail("nothing was rejected");
}

describe("of a long list with invalid elements", () => {
  it.each([
    ["entities", { entities: wrong }],
    ["sources", { sources: wrong }],
    ["sources[0].chunkUuids", { sources: [{ ingestSourceId: "a", chunkUuids: wrong }] }],
  ])("%s, a control lists the first 100 problems and counts all", (path, fields) => {
    const error = catchError(() => openServer().control.pages.create({ ...page, ...fields }));
    expect(error).toMatchObject({ code: "invalid_input", problemCount: count });
    expect(error.problems).toHaveLength(100);
    expect(error.problems[99]?.path).toBe(`${path}[99]`);
    expect(error.message).toContain(`; and ${count - 20} more.`);
  });

  it.each([
    ["pages[0].entities", { entities: wrong }],
    ["pages[0].sources[0].chunkUuids", { sources: [{ ingestSourceId: "a", chunkUuids: wrong }] }],
  ])("%s, a seed lists the first 100 problems and counts all", (path, fields) => {
    const error = catchError(() => openServer().seed({ version: 1, pages: [{ ...page, ...fields }] }));
    expect(error.problemCount).toBe(count);
    expect(error.problems).toHaveLength(100);
    expect(error.problems[99]?.path).toBe(`${path}[99]`);
  });

  it("the valid elements count for the positions", () => {
    const entities = Array.from({ length: 500 }, (_, index) => (index % 2 === 0 ? "tide" : index)) as never;
    const error = catchError(() => openServer().control.pages.create({ ...page, entities }));
    expect(error.problemCount).toBe(250);
    expect(error.problems.at(-1)?.path).toBe("entities[199]");
  });

  it("in many others, all are counted", () => {
    const source = { ingestSourceId: "a", chunkUuids: Array.from({ length: 300 }, () => 1) };
    const sources = Array.from({ length: 200 }, () => source) as never;
    const error = catchError(() => openServer().control.pages.create({ ...page, sources }));
    expect(error.problemCount).toBe(200 * 300);
    expect(error.problems).toHaveLength(100);
  });

  it("a list that is too long as a whole has that problem alone", () => {
    const error = catchError(() => openServer().faults.add({ kind: "sequence", steps: wrong }));
    expect(error.problems).toEqual([{ path: "steps", message: "must be at most 100 elements long" }]);
  });

  it("the values of headers are such a list", () => {
    const headers = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x-${index}`, 1])) as never;
    const error = catchError(() => openServer().faults.add({ kind: "response", status: 200, headers }));
    expect(error.problemCount).toBe(1000);
    expect(error.problems[99]?.path).toBe("headers.x-99");
  });
});
