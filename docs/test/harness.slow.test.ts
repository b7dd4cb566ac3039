import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findNeedlessExemption, findProblems, findTypeErrors } from "./harness/check-programs.ts";
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
  '```ts tab="Client"',
  'for (const word of ["one", "two"]) {',
  "  console.log(word);",
  "}",
  "// one",
  "// two",
  'console.log("not shown");',
  'setTimeout(console.error, 0, "from a timer");',
  "```",
  "<!-- not run: it needs a Moon -->",
  "```ts",
  'const moon: string = process.env["MOON"] ?? "none";',
  "```",
  "<!-- not run: it throws -->",
  "```ts",
  'throw new Error("no Moon");',
  "```",
];

const into = ".docs-test/broken";
const programs = toPrograms(readBlocks("page.md", page.join("\n")), into);
const [wrong, throwing, right, changing, unchanged, waiting, talkative, runnable, notRunnable] = programs;

let runs: Awaited<ReturnType<typeof runPrograms>>;
const runOf = (program: Program) => runs.get(program) ?? expect.fail();
const problemsOf = (program: Program = expect.fail()) => findProblems(program, runOf(program));
const needlessExemptionOf = (program: Program = expect.fail()) => findNeedlessExemption(program, runOf(program));

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

  it("is reported if it prints what it does not show, also if other code prints it", () => {
    expect(problemsOf(talkative)).toEqual([
      "page.md:51 prints not shown, and does not show it",
      "page.md:46 prints from a timer, and does not show it",
    ]);
  });

  it("is reported if a block that is not run could run", () => {
    expect(needlessExemptionOf(runnable)).toBe('page.md:56 runs without an error, so it needs no "not run" comment');
    expect(needlessExemptionOf(notRunnable)).toBe(undefined);
  });

  it("is not reported if nothing is wrong", () => {
    expect(problemsOf(right)).toEqual([]);
  });

  it("is not reported if an earlier program changed the process and the service", () => {
    expect(problemsOf(changing)).toEqual([]);
    expect(problemsOf(unchanged)).toEqual([]);
  });
});

describe("an exemption", () => {
  const kindsOf = (...lines: readonly string[]) =>
    readBlocks("page.md", lines.join("\n")).map(({ exemption }) => exemption?.kind);
  const sh = ["```sh", "```"];
  const ts = ["```ts", "```"];

  it("applies to the next block only", () => {
    const reason = "<!-- not run: it takes a year -->";
    expect(kindsOf(reason, ...sh, ...sh)).toEqual(["not run", undefined]);
    expect(kindsOf("# A", reason, "", ...ts, ...ts)).toEqual(["not run", undefined]);
  });

  it("applies to the section below a heading if a test runs it, except for its TypeScript", () => {
    const runBy = "<!-- run by: a.ts -->";
    const section = ["# A", "", runBy, "Text.", ...sh, ...ts, "## B", ...sh, "# C", ...sh];
    expect(kindsOf(...section)).toEqual(["run by", undefined, "run by", undefined]);
    expect(kindsOf("Text.", runBy, ...sh, ...sh)).toEqual(["run by", undefined]);
  });

  it("is rejected without a reason or a block", () => {
    expect(() => kindsOf("<!-- not run -->", ...sh)).toThrow('page.md:1: "not run" needs a value after a colon.');
    expect(() => kindsOf("<!-- not run: -->", ...sh)).toThrow('page.md:1: "not run" needs a value after a colon.');
    const noBlock = "page.md:2: there is no block right below this comment.";
    expect(() => kindsOf("# A", "<!-- not run: it waits -->", "Text.", ...sh)).toThrow(noBlock);
    expect(() => kindsOf("# A", "<!-- given: kb -->")).toThrow(noBlock);
  });
});

it("reads the language of a block before its attributes", () => {
  const markdown = ['```ts tab="Client"', "1;", "```", '```sh tab="curl" title="b"', "curl", "```"].join("\n");
  expect(readBlocks("page.md", markdown).map(({ language, text }) => [language, text])).toEqual([
    ["ts", "1;"],
    ["sh", "curl"],
  ]);
});

it("reads the examples in comments with their lines", () => {
  const source = ["/**", " * Adds.", " *", " * @example", " * ```ts", " * add(1,", " *   2);", " * ```", " */"].join(
    "\n",
  );
  const examples = readExamples("add.ts", `${source}\n/**\n * Text.\n * \`\`\`ts title="b"\n * b();\n * \`\`\`\n */`);
  expect(examples).toMatchObject([
    { line: 6, language: "ts", text: "add(1,\n  2);" },
    { line: 13, language: "ts", text: "b();" },
  ]);
});

it("finds an excerpt of whole lines in a file, whatever their indentation", () => {
  const file = ["http {", "    server {", "        listen 80;", "", "        return 204;", "    }", "}"].join("\n");
  expect(containsExcerpt(file, "server {\n    listen 80;\n\n    return 204;\n}")).toBe(true);
  expect(containsExcerpt(file, "    server {\n        listen 80;")).toBe(true);
  expect(containsExcerpt(file, "server {\n  listen 80;")).toBe(false);
  expect(containsExcerpt(file, "listen 80;\nreturn 204;")).toBe(false);
  expect(containsExcerpt(file, "ver {")).toBe(false);
});
