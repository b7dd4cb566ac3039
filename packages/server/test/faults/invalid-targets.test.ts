import { describe, it } from "vitest";
import { expectProblems } from "./expect-problems.ts";

const fields = "brainId, bindingId, notifyBriefs, notifyConnections, notifyChanges, slug, installationId, limit";

describe("an invalid fault is rejected", () => {
  it.each([
    { skip: -1, message: "must be at least 0" },
    { skip: 0.5, message: "must be a whole number, not 0.5" },
    { skip: "1", message: "must be a number, not a string" },
  ])("that lets $skip requests pass", ({ skip, message }) => {
    expectProblems({ kind: "hang", skip }, [{ path: "skip", message }]);
  });

  it.each([
    { input: null, message: "must be an object" },
    { input: "brain_tides", message: "must be an object" },
    { input: [], message: "must be an object" },
  ])("for the input $input", ({ input, message }) => {
    expectProblems({ kind: "hang", input }, [{ path: "input", message }]);
  });

  it("for a field that no operation has", () => {
    const [known, unknown] = [
      "is not a field of any operation; did you mean brainId?",
      "is not a field of any operation",
    ];
    expectProblems({ kind: "hang", input: { brainID: "x", moon: 1 } }, [
      { path: "input.brainID", message: known },
      { path: "input.moon", message: `${unknown}; the fields are ${fields}` },
    ]);
  });

  it("for a field that the operation does not have", () => {
    expectProblems({ kind: "hang", operation: "promptIndex.get", input: { brainId: "x", slug: "y" } }, [
      { path: "input.slug", message: "is not a field of promptIndex.get; the fields are brainId, limit" },
    ]);
  });

  it("for a field with the name of a prototype", () => {
    expectProblems(JSON.parse('{ "kind": "hang", "input": { "__proto__": "x" } }'), [
      {
        path: "input.__proto__",
        message:
          "is not a field of any operation; the fields are brainId, bindingId, notifyBriefs, notifyConnections, notifyChanges, slug, installationId, limit",
      },
    ]);
  });

  it("for a value that a field cannot have", () => {
    expectProblems({ kind: "hang", input: { brainId: "", limit: "3", slug: null, notifyBriefs: 1 } }, [
      { path: "input.brainId", message: "must not be empty" },
      { path: "input.limit", message: "must be a number, not a string" },
      { path: "input.slug", message: "must be a string, not null" },
      { path: "input.notifyBriefs", message: "must be a boolean, not 1" },
    ]);
  });
});
