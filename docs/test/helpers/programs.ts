import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "../../../scripts/manifests.ts";
import { importedBy, programsOf, type SiteProgram } from "../../website/programs.ts";

/** A complete program of a document or a docstring. */
export interface Program {
  /** Document and line, such as `README.md:23`. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** Whether it consists of tests for Vitest. */
  readonly isTest: boolean;
}

/** Folder of the programs, and folder of the programs with packages that only the examples install. */
export const folders = [".docs-test", "examples/.docs-test"] as const;

const { dependencies = {} } = readManifest("examples");
const ofExamples = new RegExp(`^(${Object.keys(dependencies).join("|")})(/|$)`);

/** Returns the programs of documents, with all blocks that continue them, for which a condition is true. */
export function readPrograms(documents: readonly string[], isChosen: (program: SiteProgram) => boolean): Program[] {
  return documents.flatMap((document) => {
    const programs = programsOf(document);
    return programs.filter((program, at) => isChosen(program) && !programs[at + 1]?.block.continues).map(toProgram);
  });
}

function toProgram({ code, block: { document, line } }: SiteProgram): Program {
  const imported = importedBy(code);
  const isTest = imported.some((name) => /^(vitest|@knowledge-base\/server\/vitest)$/.test(name));
  const folder = folders[imported.some((name) => ofExamples.test(name)) ? 1 : 0];
  const file = join(folder, `${document.replaceAll("/", "__")}.${line}${isTest ? ".test" : ""}.ts`);
  return { name: `${document}:${line}`, file, text: `${code}\nexport {};\n`, isTest };
}

/** Writes programs, and a tsconfig.json that type-checks them. */
export function writePrograms(programs: readonly Program[]): void {
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  for (const { file, text } of programs) writeFileSync(file, text);
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  const files = ["docs/test/helpers/runtimes.d.ts", ...programs.map(({ file }) => file)].map((file) => `../${file}`);
  const project = { extends: "../tsconfig.json", compilerOptions, files, include: [], exclude: [] };
  writeFileSync(join(folders[0], "tsconfig.json"), JSON.stringify(project));
}

export function removePrograms(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
