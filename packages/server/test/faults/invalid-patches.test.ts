import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { expectProblems } from "./expect-problems.ts";

const pointer = "must be a JSON Pointer: empty, or names and indexes that each follow a slash";
const operations = "must be one of add, remove, replace, move, copy, test";

describe("an invalid JSON Patch is rejected", () => {
  it.each([
    { patch: undefined, path: "patch", message: "is missing" },
    { patch: null, path: "patch", message: "must be an array, not null" },
    { patch: {}, path: "patch", message: "must be an array, not an object" },
    { patch: [], path: "patch", message: "must be at least 1 elements long" },
    { patch: [null], path: "patch[0]", message: "must be an object, not null" },
    { patch: [{ path: "/a" }], path: "patch[0].op", message: "is missing" },
    { patch: [{ op: "append", path: "/a" }], path: "patch[0].op", message: operations },
    { patch: [{ op: "remove" }], path: "patch[0].path", message: "is missing" },
    { patch: [{ op: "remove", path: 1 }], path: "patch[0].path", message: "must be a string, not 1" },
    { patch: [{ op: "remove", path: "a" }], path: "patch[0].path", message: pointer },
    { patch: [{ op: "remove", path: "/a~2" }], path: "patch[0].path", message: pointer },
    { patch: [{ op: "remove", path: "/a~" }], path: "patch[0].path", message: pointer },
    { patch: [{ op: "add", path: "/a" }], path: "patch[0].value", message: "is missing" },
    { patch: [{ op: "replace", path: "/a" }], path: "patch[0].value", message: "is missing" },
    { patch: [{ op: "test", path: "/a" }], path: "patch[0].value", message: "is missing" },
    { patch: [{ op: "move", path: "/a" }], path: "patch[0].from", message: "is missing" },
    { patch: [{ op: "copy", path: "/a", from: "b" }], path: "patch[0].from", message: pointer },
    {
      patch: [{ op: "move", from: "/a", path: "/a/b" }],
      path: "patch[0].from",
      message: "must not contain the path that it is moved to",
    },
    {
      patch: [{ op: "move", from: "", path: "/a" }],
      path: "patch[0].from",
      message: "must not contain the path that it is moved to",
    },
    {
      patch: [{ op: "add", path: "/a", value: { at: new Date(0) } }],
      path: "patch[0].value.at",
      message: "must be JSON, not a Date",
    },
  ])("$path $message: $patch", ({ patch, path, message }) => {
    expectProblems({ kind: "json_patch", patch }, [{ path, message }]);
  });

  it("with more operations than its size allows", () => {
    expectProblems({ kind: "json_patch", patch: Array.from({ length: 40_330 }, () => 1) }, [
      { path: "patch", message: "must be at most 40329 elements long" },
    ]);
  });

  it("with all of its problems at once", () => {
    const patch = [
      { op: "remove", path: "/fine" },
      { op: "add", path: "x" },
      { op: "copy", path: "y" },
    ];
    expectProblems({ kind: "json_patch", patch, afterCommit: true, status: 500 }, [
      { path: "afterCommit", message: "does not apply to a fault of kind json_patch" },
      { path: "status", message: "does not apply to a fault of kind json_patch" },
      { path: "patch[1].path", message: pointer },
      { path: "patch[1].value", message: "is missing" },
      { path: "patch[2].path", message: pointer },
      { path: "patch[2].from", message: "is missing" },
    ]);
  });
});

describe("an invalid sequence is rejected", () => {
  it.each([
    { steps: undefined, path: "steps", message: "is missing" },
    { steps: [], path: "steps", message: "must be at least 1 elements long" },
    {
      steps: Array.from({ length: 101 }, () => ({ kind: "pass" })),
      path: "steps",
      message: "must be at most 100 elements long",
    },
    { steps: [{ kind: "pass" }, {}], path: "steps[1].kind", message: "is missing" },
    { steps: [{ kind: "status" }], path: "steps[0].status", message: "is missing" },
    { steps: [{ kind: "status", status: 200 }], path: "steps[0].status", message: "must be at least 400" },
    {
      steps: [{ kind: "hang", times: 2 }],
      path: "steps[0]",
      message:
        "has unknown fields: times; the fields are kind, afterCommit, status, retryAfter, latency, patch, headers, body",
    },
    {
      steps: [{ kind: "pass", afterCommit: true }],
      path: "steps[0].afterCommit",
      message: "does not apply to a step of kind pass",
    },
    {
      steps: [{ kind: "response", status: 204, headers: { te: "x" } }],
      path: "steps[0].headers.te",
      message: "must not be given: the server sets it itself",
    },
    {
      steps: [{ kind: "json_patch", patch: [{ op: "remove", path: "x" }] }],
      path: "steps[0].patch[0].path",
      message: pointer,
    },
  ])("$path", ({ steps, path, message }) => {
    expectProblems({ kind: "sequence", steps }, [{ path, message }]);
  });

  it("with a step that is a sequence", () => {
    const message =
      "must be one of status, latency, hang, connection_reset, gateway_html, stalled_body, truncated_json, json_patch, " +
      "response, pass";
    expectProblems({ kind: "sequence", steps: [{ kind: "sequence" }] }, [{ path: "steps[0].kind", message }]);
  });

  it("with a number of times or a probability", () => {
    const message = "does not apply to a fault of kind sequence";
    expectProblems({ kind: "sequence", steps: [{ kind: "pass" }], times: 2, probability: 0.5 }, [
      { path: "times", message },
      { path: "probability", message },
    ]);
  });
});

it("the fault after the thousandth is rejected until another is removed", () => {
  const { faults } = openServer();
  for (let count = 0; count < 1000; count += 1) faults.add({ kind: "hang" });
  expect(() => faults.add({ kind: "hang" })).toThrow(
    expect.objectContaining({
      code: "conflict",
      message: "Failed to plan a fault: 1000 faults are planned, which is the limit; remove one first.",
    }) as Error,
  );
  faults.remove("fault_7");
  expect(faults.add({ kind: "hang" }).id).toBe("fault_1001");
});
