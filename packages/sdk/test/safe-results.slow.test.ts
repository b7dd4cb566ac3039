import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));
const compiler = fileURLToPath(new URL("../../../node_modules/typescript7/bin/tsc", import.meta.url));

/** Compiles a program with compiler options, and returns the errors in it. */
function compile(program: string, options: readonly string[]): string[] {
  const directory = mkdtempSync(`${folder}compiled-`);
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = `${directory}/program.ts`;
  writeFileSync(file, program);
  const common = ["--noEmit", "--target", "esnext", "--module", "nodenext", "--allowImportingTsExtensions"];
  const conditions = ["--customConditions", "@knowledge-base/source", "--skipLibCheck", "--ignoreConfig"];
  const { stdout } = spawnSync(process.execPath, [compiler, ...common, ...conditions, ...options, file], {
    encoding: "utf8",
    cwd: directory,
  });
  return stdout.split("\n").filter((line) => line.startsWith("program.ts"));
}

const program = `
  import type { KnowledgeBase, Page, NotFoundError } from "@knowledge-base/sdk";

  export async function archive(kb: KnowledgeBase): Promise<Page | NotFoundError> {
    const { ok, data, error, response, attempts } = await kb.pages.archive({ brainId: "b", slug: "s" }).safe();
    if (ok) return data;
    if (error.code === "not_found") return error;
    throw new Error(\`\${error.message} (\${response?.status} after \${attempts.length} attempts)\`);
  }

  export async function isThere(kb: KnowledgeBase): Promise<boolean> {
    const result = await kb.pages.archive({ brainId: "b", slug: "s" }).safe();
    return result.error === undefined && result.data.archived;
  }
`;

describe("the result of safe()", () => {
  it.each([
    ["strict", ["--strict"]],
    ["not strict", ["--strict", "false"]],
    ["without strictNullChecks", ["--strict", "--strictNullChecks", "false"]],
  ])("can be destructured, if TypeScript is %s", (_, options) => {
    expect(compile(program, options)).toEqual([]);
  });

  it("is still checked", () => {
    const wrong = program.replace("return data;", "return data.nothing;");
    expect(compile(wrong, ["--strict", "false"])).toEqual([
      expect.stringContaining("Property 'nothing' does not exist"),
    ]);
  });
});
