import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { markdownFiles } from "../website/blocks.ts";
import { documents } from "../website/documents.ts";

// The build of the site checks the links of its documents and of docstrings.
const others = markdownFiles.filter((file) => !documents.includes(file));

it.each([...others, "docs/openapi.json"])("%s has no broken link", (document) => {
  const text = readFileSync(document, "utf8").replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");
  const links = Array.from(text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g), ([, link = ""]) => link);
  expect(links.filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(dirname(document), link)))).toEqual([]);
});

describe.each(["CONTRIBUTING.md", "docs/architecture.md", "docs/recipes.md"])("%s", (document) => {
  // Rows of tables, items of lists and paragraphs, each with the paths and the names in its code.
  const parts = readFileSync(document, "utf8")
    .split(/\n(?=## )/)
    .flatMap(partsOf);

  it("names paths that exist", () => {
    const paths = parts.flatMap((part) => part.paths);
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => globSync(path).length === 0)).toEqual([]);
  });

  it.each(parts.filter(({ paths, names }) => paths.length > 0 && names.length > 0))(
    "names what the files beside it contain: $names",
    ({ paths, names }) => {
      const files = paths.flatMap((path) => globSync(path.endsWith("/") ? `${path}**/*.ts` : path));
      const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
      expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
    },
  );
});

// Returns the parts of a section. A paragraph that ends like "below `packages/sdk/`:" names the folder of the paths after it.
function partsOf(section: string) {
  let folder = "";
  return section.split(/\n\n|\n(?=[|-] |\d\. )/).map((part) => {
    [, folder = folder] = /\bbelow `([^`]+\/)`[^`]*:$/i.exec(part) ?? [];
    const code = Array.from(part.matchAll(/`([^`\s]+)`/g), ([, text = ""]) => text);
    return { paths: code.flatMap((text) => pathsIn(text, folder)), names: code.filter((name) => /^\w+$/.test(name)) };
  });
}

// Returns the paths that a piece of code in a document stands for: none, one, or one for each name between braces.
function pathsIn(code: string, folder: string): readonly string[] {
  const isWhole = /^(docs|examples|packages|scripts)\//.test(code);
  if (!isWhole && !/^[\w{][\w/,.{}-]*(\/|\}|\.json|\.ts)$/.test(code)) return [];
  const path = isWhole ? code : folder + code;
  const [, start, names = "", end] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return start === undefined ? [path] : names.split(",").map((name) => `${start}${name}${end}`);
}
