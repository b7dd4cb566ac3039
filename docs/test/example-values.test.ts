import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const usesValues = globSync("docs/**/*.md").filter((path) => /^<!-- given: /m.test(readFileSync(path, "utf8")));

it.each(usesValues)("%s shows the values that its programs use", (path) => {
  expect(readFileSync(path, "utf8")).toMatch(/^<!-- generated: exampleValues -->\n\n<details>/m);
});
