import type { Fault } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { expectProblems } from "./expect-problems.ts";

const mebibyte = 1024 * 1024;
const ownHeader = "must not be given: the server sets it itself";
const text = "must be printable Latin-1 text without spaces at its ends";

/** A value that is nested in a number of arrays. */
function nest(depth: number): unknown {
  return depth === 0 ? 1 : [nest(depth - 1)];
}

describe("an invalid response is rejected", () => {
  it.each([
    { status: 199, message: "must be at least 200" },
    { status: 100, message: "must be at least 200" },
    { status: 600, message: "must be at most 599" },
    { status: 200.5, message: "must be a whole number, not 200.5" },
    { status: "200", message: "must be a number, not a string" },
    { status: undefined, message: "is missing" },
  ])("with the status $status", ({ status, message }) => {
    expectProblems({ kind: "response", status }, [{ path: "status", message }]);
  });

  it.each([
    { name: "content-length", value: "0", message: ownHeader },
    { name: "Transfer-Encoding", value: "chunked", message: ownHeader },
    { name: "content-encoding", value: "gzip", message: ownHeader },
    { name: "connection", value: "close", message: ownHeader },
    { name: "keep-alive", value: "1", message: ownHeader },
    { name: "upgrade", value: "h2c", message: ownHeader },
    { name: "", value: "x", message: "is not the name of a header" },
    { name: "a b", value: "x", message: "is not the name of a header" },
    { name: "a:b", value: "x", message: "is not the name of a header" },
    { name: "x\r\ny", value: "x", message: "is not the name of a header" },
    { name: "größe", value: "x", message: "is not the name of a header" },
    { name: "x", value: "a\r\nset-cookie: b", message: text },
    { name: "x", value: "a\nb", message: text },
    { name: "x", value: "a\0b", message: text },
    { name: "x", value: " a", message: text },
    { name: "x", value: "a\t", message: text },
    { name: "x", value: "🌊", message: text },
    { name: "x", value: "\x7f", message: text },
    { name: "x", value: 1, message: "must be a string" },
    { name: "x", value: null, message: "must be a string" },
    { name: "x", value: ["a"], message: "must be a string" },
  ])("with the header $name: $value", ({ name, value, message }) => {
    expectProblems({ kind: "response", status: 200, headers: { [name]: value } }, [
      { path: `headers.${name}`, message },
    ]);
  });

  it("with a header that is given twice", () => {
    expectProblems({ kind: "response", status: 200, headers: { "X-Tide": "a", "x-tide": "b" } }, [
      { path: "headers.x-tide", message: "is given twice" },
    ]);
  });

  it("with headers that are too large", () => {
    const message = "must have at most 8192 characters";
    expectProblems({ kind: "response", status: 200, headers: { a: "x".repeat(8192) } }, [{ path: "headers", message }]);
    const server = openServer();
    expect(server.faults.add({ kind: "response", status: 200, headers: { a: "x".repeat(8191) } })).toHaveProperty("id");
  });

  it.each([204, 205, 304])("with a body of a response with the status %i, which has none", (status) => {
    const message = `must not be given, because a response with status ${status} has none`;
    for (const body of ["", null, {}]) {
      expectProblems({ kind: "response", status, body }, [{ path: "body", message }]);
    }
  });

  class Tide {}
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  const shared = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, inner], 1);
  it.each([
    { body: Number.NaN, path: "body", message: "must be JSON, not NaN" },
    { body: 1n, path: "body", message: "must be JSON, not a bigint" },
    { body: () => 1, path: "body", message: "must be JSON, not a function" },
    { body: Symbol("x"), path: "body", message: "must be JSON, not a symbol" },
    { body: new Date(0), path: "body", message: "must be JSON, not a Date" },
    { body: { at: [new Date(0)] }, path: "body.at[0]", message: "must be JSON, not a Date" },
    { body: { a: { b: new Map() } }, path: "body.a.b", message: "must be JSON, not a Map" },
    { body: [new Tide()], path: "body[0]", message: "must be JSON, not an object of a class" },
    { body: [1, undefined], path: "body[1]", message: "must be JSON, not undefined" },
    { body: Array(1), path: "body[0]", message: "must be JSON, not undefined" },
    { body: nest(101), path: `body${"[0]".repeat(100)}`, message: "is nested too deeply" },
    { body: cyclic, path: `body${"[0]".repeat(100)}`, message: "is nested too deeply" },
  ])("with a body that JSON cannot express: $path $message", ({ body, path, message }) => {
    const received = message === "must be JSON, not undefined" ? "is missing" : message;
    expectProblems({ kind: "response", status: 200, body }, [{ path, message: received }]);
  });

  it("with a body of too many values", () => {
    expect(() => openServer().faults.add({ kind: "response", status: 200, body: [shared] } as Fault)).toThrow(
      /body\S+ is one value too many\.$/,
    );
  });

  it("with a body that is too large", () => {
    const body = "x".repeat(mebibyte);
    const bytes = mebibyte + '{"kind":"response","status":200,"body":""}'.length;
    const message = `must have at most ${mebibyte} bytes as JSON, not ${bytes}`;
    expectProblems({ kind: "response", status: 200, body }, [{ path: "", message }]);
    expectProblems({ kind: "response", status: 200, body: "é".repeat(mebibyte / 2) }, [{ path: "", message }]);
  });
});

it("a header with the name of a prototype is rejected", () => {
  const fault = JSON.parse('{ "kind": "response", "status": 200, "headers": { "__proto__": "x", "a": "1" } }');
  expectProblems(fault, [{ path: "headers.__proto__", message: "is not the name of a header" }]);
});
