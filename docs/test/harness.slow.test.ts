import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProblems, findTypeErrors } from "./harness/check-programs.ts";
import { containsExcerpt } from "./harness/contains-excerpt.ts";
import { type Program, removePrograms, toPrograms, writePrograms } from "./harness/programs.ts";
import { readBlocks } from "./harness/read-blocks.ts";
import { readExamples } from "./harness/read-examples.ts";
import { runPrograms } from "./harness/run-programs.ts";

const page = [
  "# Broken",
  "```ts",
  "const answer = 6 * 7;",
  "console.log(answer); // 42",
  "console.log(answer); // 43",
  "```",
  "<!-- continues -->",
  "",
  "```ts",
  'for (const word of ["one", "two"]) console.log(word);',
  "// one",
  "// three",
  'if (answer === 0) console.log("never"); // never',
  "```",
  "Text.",
  "",
  "```ts",
  'const count: number = "one";',
  "throw new Error(String(count));",
  "```",
  "<!-- given: brainId -->",
  "```ts",
  "console.log(brainId, new Date(0)); // brain_… 1970-01-01…",
  "```",
  "<!-- given: kb, brainId, slug -->",
  "```ts",
  'globalThis.fetch = () => Promise.reject(new Error("replaced"));',
  'process.env["REPLACED"] = "yes";',
  "await kb.pages.archive({ brainId, slug });",
  "const index = await kb.promptIndex.get({ brainId });",
  "console.log(index.some((page) => page.slug === slug)); // false",
  "```",
  "<!-- given: kb, brainId, slug -->",
  "```ts",
  'console.log(process.env["REPLACED"]); // undefined',
  "const index = await kb.promptIndex.get({ brainId });",
  "console.log(index.some((page) => page.slug === slug)); // true",
  'const response = await fetch("https://kb.example.com/v1/brains/brain_operations/index", { headers: { "x-api-key": "YOUR_API_KEY" } });',
  "console.log(response.status); // 200",
  "```",
  "Text.",
  "```ts",
  "await new Promise(() => {});",
  "```",
];

const into = ".docs-test/broken";
const programs = toPrograms(readBlocks("page.md", page.join("\n")), into);
const [wrong, throwing, right, changing, unchanged, waiting] = programs;

let runs: Awaited<ReturnType<typeof runPrograms>>;
const problemsOf = (program: Program = expect.fail()) => findProblems(program, runs.get(program) ?? expect.fail());

beforeAll(async () => {
  await writePrograms(programs, into);
  runs = await runPrograms(programs);
});

afterAll(() => removePrograms(into));

describe("a problem of a page", () => {
  it("is reported if a comment is wrong, or follows a line that prints nothing", () => {
    expect(problemsOf(wrong)).toEqual([
      "page.md:5 says 43, and prints 42",
      "page.md:10 says one\nthree, and prints one\ntwo",
      "page.md:13 says never, and prints (nothing)",
    ]);
  });

  it("is reported if a program throws", () => {
    const [problem, ...others] = problemsOf(throwing);
    expect(others).toEqual([]);
    expect(problem).toMatch(/^page\.md:18 threw Error: one\n {4}at page\.md:19\n/);
  });

  it("is reported if a type is wrong", async () => {
    expect(await findTypeErrors(programs, into)).toMatch(/^page\.md:18: error TS2322: .*\n$/);
  });

  it("is reported if a program never ends", () => {
    expect(problemsOf(waiting)).toEqual([
      expect.stringMatching(/^page\.md:43 threw Error: It waits for something that never happens\./),
    ]);
  });

  it("is not reported if nothing is wrong", () => {
    expect(problemsOf(right)).toEqual([]);
  });

  it("is not reported if an earlier program changed the process and the service", () => {
    expect(problemsOf(changing)).toEqual([]);
    expect(problemsOf(unchanged)).toEqual([]);
  });
});

it("reads an exemption of a block, or of a whole section", () => {
  const markdown = [
    "# A",
    "<!-- run by: a.ts -->",
    "Text.",
    "```sh",
    "```",
    "## B",
    "```sh",
    "```",
    "# C",
    "```sh",
    "```",
  ];
  const reasoned = ["", "<!-- not run: it takes a year -->", "```sh", "```", "```sh", "```"];
  const kinds = readBlocks("page.md", [...markdown, ...reasoned].join("\n")).map(({ exemption }) => exemption?.kind);
  expect(kinds).toEqual(["run by", "run by", undefined, "not run", undefined]);
});

it("reads the examples in comments with their lines", () => {
  const source = ["/**", " * Adds.", " *", " * @example", " * ```ts", " * add(1,", " *   2);", " * ```", " */"].join(
    "\n",
  );
  expect(readExamples("add.ts", source)).toMatchObject([{ line: 6, language: "ts", text: "add(1,\n  2);" }]);
});

it("finds an excerpt of whole lines in a file, whatever their indentation", () => {
  const file = ["http {", "    server {", "        listen 80;", "", "        return 204;", "    }", "}"].join("\n");
  expect(containsExcerpt(file, "server {\n    listen 80;\n\n    return 204;\n}")).toBe(true);
  expect(containsExcerpt(file, "    server {\n        listen 80;")).toBe(true);
  expect(containsExcerpt(file, "server {\n  listen 80;")).toBe(false);
  expect(containsExcerpt(file, "listen 80;\nreturn 204;")).toBe(false);
  expect(containsExcerpt(file, "ver {")).toBe(false);
});
