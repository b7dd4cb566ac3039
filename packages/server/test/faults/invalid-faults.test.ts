import type { Fault } from "@knowledge-base/server";
import { contract } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { expectProblems } from "./expect-problems.ts";

const kinds =
  "status, latency, hang, connection_reset, gateway_html, stalled_body, truncated_json, json_patch, response, sequence";
const operations = Object.keys(contract).join(", ");
const retryAfterRule = "must be whole seconds of at least 0, or an HTTP date";

describe("an invalid fault is rejected", () => {
  it.each([
    { fault: undefined, path: "kind", message: "is missing" },
    { fault: null, path: "", message: "must be an object, not null" },
    { fault: {}, path: "kind", message: "is missing" },
    { fault: "hang", path: "", message: "must be an object, not a string" },
    { fault: 503, path: "", message: "must be an object, not 503" },
    { fault: true, path: "", message: "must be an object, not a boolean" },
    { fault: [], path: "", message: "must be an object, not an array" },
  ])("that does not exist: $fault", ({ fault, path, message }) => {
    expectProblems(fault, [{ path, message }]);
  });

  it.each(["", "latencies", "Hang", 1, null, ["hang"], {}])("of the kind %o", (kind) => {
    expectProblems({ kind }, [{ path: "kind", message: `must be one of ${kinds}` }]);
  });

  it.each(["page.archive", "PROMPTINDEX.GET"])("for the operation %s, which it shows", (operation) => {
    const message = `must be one of ${operations}, not "${operation}"`;
    expectProblems({ kind: "hang", operation }, [{ path: "operation", message }]);
  });

  it.each(["", "toString", "kb.live.key", "key_north", 1, null, {}, ["oauth.start"]])(
    "for the operation %o",
    (operation) => {
      expectProblems({ kind: "hang", operation }, [{ path: "operation", message: `must be one of ${operations}` }]);
    },
  );

  it.each([
    { times: 0, message: "must be at least 1" },
    { times: -1, message: "must be at least 1" },
    { times: 1.5, message: "must be a whole number, not 1.5" },
    { times: Number.NaN, message: "must be a number, not NaN" },
    { times: Number.POSITIVE_INFINITY, message: "must be a number, not Infinity" },
    { times: "2", message: "must be a number, not a string" },
    { times: null, message: "must be a number, not null" },
    { times: 2n, message: "must be a number, not a bigint" },
  ])("that happens $times times", ({ times, message }) => {
    expectProblems({ kind: "hang", times }, [{ path: "times", message }]);
  });

  it.each([
    { probability: 0, message: "must be more than 0" },
    { probability: -0.1, message: "must be more than 0" },
    { probability: 1.000001, message: "must be at most 1" },
    { probability: 50, message: "must be at most 1" },
    { probability: Number.NaN, message: "must be a number, not NaN" },
    { probability: Number.POSITIVE_INFINITY, message: "must be a number, not Infinity" },
    { probability: "0.5", message: "must be a number, not a string" },
    { probability: null, message: "must be a number, not null" },
  ])("that happens with a probability of $probability", ({ probability, message }) => {
    expectProblems({ kind: "hang", probability }, [{ path: "probability", message }]);
  });

  it("that happens both a number of times and by probability", () => {
    const message = "must not be given together with times";
    expectProblems({ kind: "hang", times: 1, probability: 1 }, [{ path: "probability", message }]);
  });

  it.each([
    { afterCommit: 1, message: "must be a boolean, not 1" },
    { afterCommit: "true", message: "must be a boolean, not a string" },
    { afterCommit: null, message: "must be a boolean, not null" },
  ])("whose afterCommit is $afterCommit", ({ afterCommit, message }) => {
    expectProblems({ kind: "hang", afterCommit }, [{ path: "afterCommit", message }]);
  });

  const statuses = [
    { status: 399, message: "must be at least 400" },
    { status: 200, message: "must be at least 400" },
    { status: 0, message: "must be at least 400" },
    { status: 600, message: "must be at most 599" },
    { status: 503.5, message: "must be a whole number, not 503.5" },
    { status: Number.NaN, message: "must be a number, not NaN" },
    { status: "503", message: "must be a number, not a string" },
    { status: null, message: "must be a number, not null" },
  ];
  it.each(statuses)("with the status $status", ({ status, message }) => {
    expectProblems({ kind: "status", status }, [{ path: "status", message }]);
    expectProblems({ kind: "gateway_html", status }, [{ path: "status", message }]);
  });

  it.each([
    -1,
    0.5,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    "",
    "5",
    "soon",
    "Invalid Date",
    "Invalid Date GMT",
    "2026-07-01T12:00:05Z",
    "Wed, 1 Jul 2026 12:00:05 GMT",
    "Wed, 01 Jul 2026 12:00:05",
    "Wed, 01 Jul 2026 12:00:05 +0000",
    "Wednesday, 01-Jul-26 12:00:05 GMT",
    "Wed Jul  1 12:00:05 2026",
    "Thu, 01 Jul 2026 12:00:05 GMT",
    "Tue, 31 Feb 2026 12:00:05 GMT",
    "Wed, 01 Abc 2026 12:00:05 GMT",
    "Wed, 01 Jul 2026 24:00:00 GMT",
    "Wed, 01 Jul 2026 12:60:05 GMT",
    "Wed, 01 Jul 2026 12:00:05 GMT\r\nx: y",
  ])("with Retry-After %o", (retryAfter) => {
    expectProblems({ kind: "status", status: 503, retryAfter }, [{ path: "retryAfter", message: retryAfterRule }]);
  });

  it.each([
    { latency: -1, message: "must be at least 0" },
    { latency: 120_001, message: "must be at most 120000" },
    { latency: Number.NaN, message: "must be a number, not NaN" },
    { latency: Number.POSITIVE_INFINITY, message: "must be a number, not Infinity" },
    { latency: "10", message: "must be a number, not a string" },
    { latency: null, message: "must be a number, not null" },
  ])("with a latency of $latency", ({ latency, message }) => {
    expectProblems({ kind: "latency", latency }, [{ path: "latency", message }]);
  });

  it.each([
    { kind: "status", path: "status" },
    { kind: "latency", path: "latency" },
  ])("without the fields that its kind requires: $kind", ({ kind, path }) => {
    expectProblems({ kind }, [{ path, message: "is missing" }]);
    expectProblems({ kind, [path]: undefined }, [{ path, message: "is missing" }]);
  });

  const fields = { afterCommit: true, status: 503, retryAfter: 1, latency: 1 };
  const meaningless: readonly (readonly [kind: Fault["kind"], fields: readonly (keyof typeof fields)[]])[] = [
    ["status", ["latency"]],
    ["latency", ["status", "retryAfter"]],
    ["hang", ["status", "retryAfter", "latency"]],
    ["connection_reset", ["status", "retryAfter", "latency"]],
    ["gateway_html", ["retryAfter", "latency"]],
    ["stalled_body", ["afterCommit", "status", "retryAfter", "latency"]],
    ["truncated_json", ["afterCommit", "status", "retryAfter", "latency"]],
  ];
  it.each(meaningless)("of the kind %s that has a field of another: %o", (kind, paths) => {
    const message = `does not apply to a fault of kind ${kind}`;
    expectProblems(
      { kind, ...fields },
      paths.map((path) => ({ path, message })),
    );
    for (const path of paths) {
      const needed = { ...(kind === "status" && { status: 503 }), ...(kind === "latency" && { latency: 1 }) };
      expectProblems({ kind, ...needed, [path]: fields[path] }, [{ path, message }]);
    }
  });

  it("with fields that no fault has", () => {
    const fields =
      "kind, operation, input, skip, times, probability, afterCommit, status, retryAfter, latency, patch, headers, body, steps";
    const message = `has unknown fields: id, uses; the fields are ${fields}`;
    expectProblems({ kind: "hang", id: "fault_1", uses: 0 }, [{ path: "", message }]);
  });

  it("with all of its problems at once", () => {
    expectProblems({ kind: "status", status: 200, times: 0, operation: "x" }, [
      { path: "operation", message: `must be one of ${operations}` },
      { path: "times", message: "must be at least 1" },
      { path: "status", message: "must be at least 400" },
    ]);
    expectProblems({ kind: "latency", status: 500, times: 1, probability: 1 }, [
      { path: "status", message: "does not apply to a fault of kind latency" },
      { path: "latency", message: "is missing" },
      { path: "probability", message: "must not be given together with times" },
    ]);
  });
});

describe("a fault is planned", () => {
  it.each<Fault>([
    { kind: "status", status: 400 },
    { kind: "status", status: 599, retryAfter: "Sun, 29 Feb 2032 23:59:59 GMT" },
    { kind: "latency", latency: 0 },
    { kind: "latency", latency: 120_000 },
    { kind: "hang", probability: 1 },
    { kind: "hang", probability: Number.MIN_VALUE },
    { kind: "hang", times: Number.MAX_SAFE_INTEGER },
    { kind: "hang", times: undefined, probability: undefined, operation: undefined, afterCommit: undefined },
    { kind: "hang", times: 1, probability: undefined },
  ])("at the limit of its range: %o", (fault) => {
    const server = openServer();
    expect(server.faults.add(fault)).toMatchObject({ ...fault, id: "fault_1", uses: 0 });
  });
});

describe("removing an unknown fault is rejected", () => {
  it.each([
    { id: undefined, message: "is missing" },
    { id: null, message: "must be a string, not null" },
    { id: "", message: "must not be empty" },
    { id: 1, message: "must be a string, not 1" },
    { id: { id: "fault_1" }, message: "must be a string, not an object" },
  ])("for $id", ({ id, message }) => {
    const { faults } = openServer();
    faults.add({ kind: "hang" });
    expect(() => faults.remove(id as string)).toThrow(
      expect.objectContaining({
        name: "ControlError",
        code: "invalid_input",
        message: `Failed to remove a planned fault: id ${message}.`,
        problems: [{ path: "id", message }],
      }) as Error,
    );
    expect(faults.list()).toHaveLength(1);
  });
});
