import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { callCommand } from "./call-command.ts";
import { captureRejection } from "./capture-rejection.ts";
import type { FieldKind } from "./command-case.ts";
import { commandCases } from "./command-cases.ts";

type Wrong = readonly [value: unknown, message: string, path?: string];

const noText: readonly Wrong[] = [
  [5, "must be a string, not 5"],
  [Number.NaN, "must be a string, not NaN"],
  [5n, "must be a string, not a bigint"],
  [true, "must be a string, not a boolean"],
  [["a"], "must be a string, not an array"],
  [{ toString: () => "a" }, "must be a string, not an object"],
  [new String("a"), "must be a string, not an object"],
  [Symbol("a"), "must be a string, not a symbol"],
  [(a: string) => a, "must be a string, not a function"],
];
const text: readonly Wrong[] = [...noText, [null, "must be a string, not null"]];
const notEmpty: readonly Wrong[] = [["", "must not be empty"]];
const texts: readonly Wrong[] = [
  ["a", "must be an array, not a string"],
  [null, "must be an array, not null"],
  [{ 0: "a", length: 1 }, "must be an array, not an object"],
  [new Set(["a"]), "must be an array, not an object"],
];

const noNumber: readonly Wrong[] = [
  ["1", "must be a number, not a string"],
  [null, "must be a number, not null"],
  [1.5, "must be a whole number, not 1.5"],
];
const noTime: readonly Wrong[] = ["yesterday", "", 0, {}, new Date(Number.NaN), new Date(8.64e15)].map((value) => [
  value,
  "must be an ISO 8601 timestamp or a Date",
]);

/** Invalid values for a field of each kind, and their problems. */
const wrongValues = {
  identifier: [...text, ...notEmpty],
  text,
  key: [...text, ["", "must be one or more visible ASCII characters"]],
  "nullable text": noText,
  written: [...text, ...notEmpty, [" \t\r\n\u2003\ufeff", "must not be empty"]],
  flag: [
    ["true", "must be a boolean, not a string"],
    [1, "must be a boolean, not 1"],
    [null, "must be a boolean, not null"],
    [new Boolean(true), "must be a boolean, not an object"],
  ],
  texts: texts,
  limit: [...noNumber, [0, "must be at least 1"], [1001, "must be at most 1000"]],
  number: noNumber,
  time: [...noTime, [null, "must be an ISO 8601 timestamp or a Date"]],
  "nullable time": noTime,
  embedding: [
    [[1, "2"], "must be an array of finite numbers"],
    [null, "must be an array of finite numbers"],
  ],
  url: [...text, ["", "must be a URL that begins with https:// or http://"]],
  source: [
    ["upload", "must be an object, not a string"],
    [[], "must be an object, not an array"],
    [{}, "is missing", ".channel"],
    [{ channel: "a", ref: 5 }, "must be a string, not 5", ".ref"],
    [{ channel: "a", label: [] }, "must be a string, not an array", ".label"],
    [{ channel: "a", url: "b" }, "has unknown fields: url; the fields are channel, ref, label"],
  ],
  sources: [
    ...texts,
    [[null], "must be an object, not null", "[0]"],
    [[{ ingestSourceId: "a" }, {}], "is missing", "[1].ingestSourceId"],
    [[{ ingestSourceId: "" }], "must not be empty", "[0].ingestSourceId"],
    [[{ ingestSourceId: "a", chunkUuids: "b" }], "must be an array, not a string", "[0].chunkUuids"],
    [[{ ingestSourceId: "a", chunkUuids: [null] }], "must be a string, not null", "[0].chunkUuids[0]"],
    [[{ ingestSourceId: "a", attachedAt: "yesterday" }], "must be an ISO 8601 timestamp or a Date", "[0].attachedAt"],
    [[{ ingestSourceId: "a", attachedAt: null }], "must be an ISO 8601 timestamp or a Date", "[0].attachedAt"],
    [
      [{ ingestSourceId: "a", chunks: [] }],
      "has unknown fields: chunks; the fields are ingestSourceId, chunkUuids, attachedAt",
      "[0]",
    ],
  ],
  channels: [
    ...texts,
    [["deck"], "must be an object, not a string", "[0]"],
    [[{ name: "a" }, {}], "is missing", "[1].name"],
    [[{ name: "a", id: "" }], "must not be empty", "[0].id"],
  ],
} as const satisfies Record<Exclude<FieldKind, readonly string[]>, readonly Wrong[]>;

function wrongOf(kind: FieldKind): readonly Wrong[] {
  if (typeof kind === "string") return wrongValues[kind];
  const message = `must be one of ${kind.join(", ")}`;
  return [null, "", "__proto__", 5, [kind[0]], kind.join(), kind[0]?.toUpperCase()].map((value) => [value, message]);
}

/** A server with the test state and a second page of tides. */
function open(): ReferenceServer {
  return openServer({ seed: buildState({ pages: [...buildState().pages, buildPage({ slug: "neap-tide" })] }) });
}

describe.each(commandCases)("the input of $name", ({ name, goal, required, optional, input }) => {
  const requiredInput = Object.fromEntries(Object.keys(required).map((field) => [field, input[field]]));
  const wrongFields = Object.entries({ ...required, ...optional }).flatMap(([field, kind]) =>
    wrongOf(kind).map(([value, message, path = ""]): [string, unknown, string, string] => [
      field,
      value,
      message,
      field + path,
    ]),
  );

  function expectRejection(given: unknown, problems: readonly { path: string; message: string }[]): void {
    const server = open();
    const message = problems.map((problem) => `${problem.path || "the input"} ${problem.message}`).join("; ");
    expect(captureRejection(server, () => callCommand(server.control, name, given))).toEqual({
      code: "invalid_input",
      message: `Failed to ${goal}: ${message}.`,
      problems,
    });
  }

  it("is accepted with all fields", () => {
    const { control } = open();
    expect(() => callCommand(control, name, input)).not.toThrow();
  });

  it("is accepted with undefined for every optional field", () => {
    const nothing = Object.fromEntries(Object.keys(optional).map((field) => [field, undefined]));
    const server = open();
    const act = () => callCommand(server.control, name, { ...nothing, ...requiredInput });
    // An edit without changes does not count.
    if (name === "pages.edit") expect(captureRejection(server, act).code).toBe("invalid_input");
    else expect(act).not.toThrow();
  });

  it("is accepted as an object without a prototype, of a class, and as a frozen one", () => {
    class Input {
      constructor() {
        Object.assign(this, input);
      }
    }
    for (const given of [Object.assign(Object.create(null), input), new Input(), Object.freeze({ ...input })]) {
      const { control } = open();
      expect(() => callCommand(control, name, given)).not.toThrow();
    }
  });

  it.each(wrongFields)("must have a valid value for %s (%#)", (field, value, message, path) => {
    expectRejection({ ...input, [field]: value }, [{ path, message }]);
  });

  it("must have all required fields", () => {
    for (const field of Object.keys(required)) {
      const { [field]: _, ...rest } = input;
      expectRejection(rest, [{ path: field, message: "is missing" }]);
      expectRejection({ ...input, [field]: undefined }, [{ path: field, message: "is missing" }]);
    }
    if (Object.keys(required).length > 0) {
      const missing = Object.keys(required).map((path) => ({ path, message: "is missing" }));
      for (const nothing of [undefined, {}]) expectRejection(nothing, missing);
    }
  });

  it.each(["colour", "constructor", "__proto__", "toString", "", "ID", "a.b[0]"])(
    "may not have a field '%s'",
    (field) => {
      const given = Object.defineProperty({ ...input }, field, { value: {}, enumerable: true });
      const server = open();
      const { code, problems } = captureRejection(server, () => callCommand(server.control, name, given));
      expect(code).toBe("invalid_input");
      expect(problems).toEqual([{ path: "", message: expect.stringContaining(`has unknown fields: ${field}`) }]);
      const [, listed = ""] = problems[0]?.message.split("; the fields are ") ?? [];
      expect(listed.split(", ")).toEqual(expect.arrayContaining(Object.keys(input)));
    },
  );

  it.each([
    [null, "null"],
    [[], "an array"],
    [[input], "an array"],
    ["brain_tides", "a string"],
    [5, "5"],
    [true, "a boolean"],
    [5n, "a bigint"],
    [Symbol("input"), "a symbol"],
    [() => input, "a function"],
  ])("must be an object (%#)", (given, what) => {
    expectRejection(given, [{ path: "", message: `must be an object, not ${what}` }]);
  });
});

describe("the commands of the control", () => {
  it("are all among those whose inputs are tested here", () => {
    const names = Object.entries(openServer().control).flatMap(([group, methods]) =>
      Object.keys(methods).map((method) => `${group}.${method}`),
    );
    const oauth = ["oauth.approve", "oauth.deny", "oauth.confirm", "oauth.pending"];
    expect(names.toSorted()).toEqual([...commandCases.map(({ name }) => name), ...oauth].toSorted());
  });

  it("do not change the prototypes of objects", () => {
    const server = open();
    const evil = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');
    for (const { name, input } of commandCases) {
      expect(captureRejection(server, () => callCommand(server.control, name, { ...input, ...evil })).code).toBe(
        "invalid_input",
      );
      expect(captureRejection(server, () => callCommand(server.control, name, evil)).code).toBe("invalid_input");
    }
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("an id of the input", () => {
  const strange = [
    "__proto__",
    "constructor",
    "toString",
    "..",
    "a/../b",
    "🌊",
    "\ud800",
    "a\nb",
    " ",
    "x".repeat(10_000),
  ];
  const ids = commandCases.flatMap(({ name, goal, required, input }) =>
    Object.keys(required)
      .filter((field) => /Id$|^slug$|^apiKey$/.test(field))
      .map((field) => ({ name, goal, field, input })),
  );

  it.each(ids)("of $name is not found if it does not exist: $field", ({ name, goal, field, input }) => {
    const server = open();
    for (const id of strange) {
      const { code, message, problems } = captureRejection(server, () =>
        callCommand(server.control, name, { ...input, [field]: id }),
      );
      expect({ code, problems }).toEqual({ code: "not_found", problems: [] });
      expect(message.startsWith(`Failed to ${goal}: `)).toBe(true);
      if (field !== "apiKey") expect(message).toContain(id);
    }
  });
});
