import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));
const compiler = fileURLToPath(new URL("../../../../node_modules/typescript7/bin/tsc", import.meta.url));
const options =
  "--noEmit --target esnext --module nodenext --allowImportingTsExtensions --skipLibCheck --ignoreConfig " +
  "--customConditions @knowledge-base/source";

// A program that reads a result with and without destructuring.
const program = `
  import type { KnowledgeBase, Page, NotFoundError } from "@knowledge-base/sdk";
  const archive = async (kb: KnowledgeBase): Promise<Page | NotFoundError> => {
    const { ok, data, error, response, attempts } = await kb.pages.archive({ brainId: "b", slug: "s" }).safe();
    if (ok) return data;
    if (error.code === "not_found") return error;
    throw new Error(\`\${error.message} (\${response?.status} after \${attempts.length} attempts)\`);
  };
  export const isThere = async (kb: KnowledgeBase): Promise<boolean> => {
    const result = await kb.pages.archive({ brainId: "b", slug: "s" }).safe();
    return result.error === undefined && result.data.archived && !!archive;
  };
`;

it.each([
  { strictness: "--strict", text: program, problems: [] },
  { strictness: "--strict false", text: program, problems: [] },
  { strictness: "--strict --strictNullChecks false", text: program, problems: [] },
  {
    strictness: "--strict false",
    text: program.replace("return data;", "return data.nothing;"),
    problems: ["Property 'nothing' does not exist"],
  },
])("the result of safe() can be destructured, and is checked, with $strictness", ({ strictness, text, problems }) => {
  const directory = mkdtempSync(`${folder}compiled-`);
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(`${directory}/program.ts`, text);
  const args = [compiler, ...`${options} ${strictness}`.split(" "), "program.ts"];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", cwd: directory });
  const lines = stdout.split("\n").filter((line) => line.startsWith("program.ts"));
  expect(lines).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});
