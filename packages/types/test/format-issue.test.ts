import { formatIssue, formatPath } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";

describe("formatPath", () => {
  it.each([
    [[], ""],
    [["title"], "title"],
    [["pages", 3, "title"], "pages[3].title"],
    [["pages", 0], "pages[0]"],
    [[2], "[2]"],
    [[2, "title"], "[2].title"],
    [[1, 2], "[1][2]"],
    [["source", "label"], "source.label"],
    [["pages", "3"], "pages.3"],
    [["a", Symbol("b")], "a.Symbol(b)"],
    [[Symbol("b"), 0], "Symbol(b)[0]"],
  ])("formats %j like an expression", (path, text) => {
    expect(formatPath(path)).toBe(text);
  });
});

describe("formatIssue", () => {
  it("writes the path and the problem", () => {
    const issue = { path: ["pages", 3, "title"], message: "must be a string, not null" };
    expect(formatIssue(issue)).toBe("pages[3].title must be a string, not null");
    expect(formatIssue(issue, "input")).toBe("pages[3].title must be a string, not null");
  });

  it("uses the given name for the whole value", () => {
    const issue = { path: [], message: "must be an object" };
    expect(formatIssue(issue)).toBe("value must be an object");
    expect(formatIssue(issue, "input")).toBe("input must be an object");
  });

  it("writes the path of an element of a list", () => {
    expect(formatIssue({ path: [0], message: "is missing" })).toBe("[0] is missing");
  });
});
