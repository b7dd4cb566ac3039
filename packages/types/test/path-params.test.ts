import { pathParamNames } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";

describe("pathParamNames", () => {
  it.each([
    ["/", []],
    ["/v1/brains", []],
    ["/v1/brains/{brainId}", ["brainId"]],
    ["/v1/brains/{brainId}/pages/{slug}/archive", ["brainId", "slug"]],
    ["/{z}/{a}/{m}", ["z", "a", "m"]],
    ["/{a}{b}", ["a", "b"]],
    ["/file-{name}.{extension}", ["name", "extension"]],
    ["/{}", []],
    ["/{open", []],
    ["/close}", []],
  ])("lists the names in %s in their order", (path, names) => {
    expect(pathParamNames(path)).toEqual(names);
  });
});
