import { pathParamNames, writePath, writeQuery } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it("writes a path with encoded parameters", () => {
  const path = "/v1/brains/{brainId}/pages/{slug}";
  expect(pathParamNames(path)).toEqual(["brainId", "slug"]);
  expect(writePath(path, (name) => `${name}/ü`)).toBe("/v1/brains/brainId%2F%C3%BC/pages/slug%2F%C3%BC");
});

it.each([
  {
    queryArrays: "repeat",
    query: { a: [1, "ü"], b: null, c: undefined, d: [], e: false },
    written: "?a=1&a=%C3%BC&e=false",
  },
  { queryArrays: "comma", query: { a: [1, "x,y"], b: [], c: "&" }, written: "?a=1,x%2Cy&c=%26" },
  { queryArrays: "brackets", query: { a: [1, 2], b: 3 }, written: "?a%5B%5D=1&a%5B%5D=2&b=3" },
  { queryArrays: undefined, query: {}, written: "" },
] as const)("writes a query whose option for lists is $queryArrays", ({ queryArrays, query, written }) => {
  expect(writeQuery(queryArrays ? { queryArrays } : {}, query)).toBe(written);
});
