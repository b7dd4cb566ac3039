import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { root, sourceFiles } from "./harness/documents.ts";
import { type Docstrings, readDocstrings } from "./harness/read-docstrings.ts";

// A field states its default with `@default` or in a sentence, or its type says for all of its fields what happens if they are omitted.
const statesDefault = /@default \S|\bby default\b|\bif omitted\b/i;
const statesDefaults = /\bomitted (fields|ids|functions?)\b/i;

const hasExample = /@example .*```ts/;
const linksToDocument = /\]\((\.\.\/)+docs\/(guides|operations)\/[\w.-]+\.md/;

let docstrings: Docstrings;

beforeAll(() => {
  docstrings = readDocstrings();
}, 180_000);

it("states the default of each optional field of an option type", () => {
  const { optionalFields } = docstrings;
  expect(optionalFields.length).toBeGreaterThan(150);
  const silent = optionalFields.filter(
    ({ comment, ownerComment }) => !statesDefault.test(comment) && !statesDefaults.test(ownerComment),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

it("shows an example of each option, or of its type, and links to a guide", () => {
  const options = docstrings.optionalFields.filter(({ name }) =>
    /(Options|Hooks|Limits|Declaration|Target)\./.test(name),
  );
  expect(options.length).toBeGreaterThan(60);
  const incomplete = options.filter(({ comment, ownerComment }) => !isComplete(comment) && !isComplete(ownerComment));
  expect(incomplete.map(({ name }) => name)).toEqual([]);
});

it("shows an example of each operation, and links to its page", () => {
  const { operations } = docstrings;
  expect(operations).toHaveLength(6);
  expect(operations.filter(({ comment }) => !isComplete(comment)).map(({ name }) => name)).toEqual([]);
});

it("shows an example of each error class, and links to a guide", () => {
  const { errorClasses } = docstrings;
  expect(errorClasses.length).toBeGreaterThan(18);
  expect(errorClasses.filter(({ comment }) => !isComplete(comment)).map(({ name }) => name)).toEqual([]);
});

it("links to documents and headings that exist", async () => {
  const sources = await Promise.all(
    sourceFiles.map(async (file) => ({ file, text: await readFile(new URL(file, root), "utf8") })),
  );
  const links = sources.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/\]\(((?:\.\.\/)+[^)\s]+)\)/g), ([, link = ""]) => ({ file, link })),
  );
  expect(links.length).toBeGreaterThan(100);
  const problems = await Promise.all(links.map(findLinkProblem));
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

function isComplete(comment: string): boolean {
  return hasExample.test(comment) && linksToDocument.test(comment);
}

async function findLinkProblem({ file, link }: { readonly file: string; readonly link: string }) {
  const [path = "", anchor] = link.split("#");
  const target = new URL(path, new URL(file, root));
  if (!existsSync(target)) return `${file} links to ${link}, which does not exist`;
  if (anchor === undefined) return undefined;
  const headings = (await readFile(target, "utf8")).matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, title = ""]) => anchorOf(title)).includes(anchor)
    ? undefined
    : `${file} links to ${link}, which has no such heading`;
}

/** Returns the anchor of a heading as GitHub creates it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}
