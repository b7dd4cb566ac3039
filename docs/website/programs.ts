import { readFileSync } from "node:fs";
import { type Block, readBlocks } from "./blocks.ts";
import { documents, routeOf } from "./documents.ts";

/** A program of a document, complete: with what its block continues or is given. */
export interface SiteProgram {
  /** Name in links to the playground, such as `guides/handle-errors/3`. */
  readonly name: string;
  readonly code: string;
  /** The headings above it, such as `Handle errors: What a call throws`. */
  readonly title: string;
  /** How many lines of the code are before the block. */
  readonly linesAbove: number;
  readonly canRun: boolean;
  readonly block: Block;
}

/** Packages that code in the playground can import. */
export const playgroundModules = [
  "@knowledge-base/sdk",
  "@knowledge-base/sdk/oauth",
  "@knowledge-base/sdk/prompt",
  "@knowledge-base/sdk/tools",
  "@knowledge-base/server",
  "@knowledge-base/server/demo",
  "@knowledge-base/server/factories",
  "@knowledge-base/types",
] as const;

const provided: ReadonlySet<string> = new Set(playgroundModules);

const preamble = {
  server: [
    'import { createReferenceServer } from "@knowledge-base/server";',
    'import { demoSeed } from "@knowledge-base/server/demo";',
    "const server = createReferenceServer({ seed: demoSeed() });",
  ],
  kb: ['import { KnowledgeBase } from "@knowledge-base/sdk";', "const kb = new KnowledgeBase(server.connection);"],
  brainId: ['const brainId = "brain_operations";'],
};

// Returns the lines above a block that create what it is given: imports, then values.
function preambleOf({ given }: Block): readonly string[] {
  const needed = new Set(given.includes("kb") ? ["server", ...given] : given);
  const lines = Object.entries(preamble).flatMap(([name, code]) => (needed.has(name) ? code : []));
  const isImport = (line: string) => line.startsWith("import ");
  return [...lines.filter(isImport), ...lines.filter((line) => !isImport(line))];
}

/** Returns the TypeScript of a document, in its order. */
export function programsOf(document: string): readonly SiteProgram[] {
  const programs: SiteProgram[] = [];
  for (const block of readBlocks(document)) {
    if (block.language !== "ts") continue;
    const above = block.continues ? [...(programs.at(-1)?.code.split("\n") ?? []), ""] : preambleOf(block);
    const code = [...above, block.text].join("\n");
    const count = programs.filter(({ canRun }) => canRun).length;
    const title = titleAbove(document, block.line);
    const repeated = programs.filter((other) => other.canRun && other.title.startsWith(title)).length;
    programs.push({
      name: `${routeOf(document)}/${count + 1}`,
      title: repeated === 0 ? title : `${title} (${repeated + 1})`,
      code,
      linesAbove: above.length,
      canRun: block.exemption === undefined && importedBy(code).every((name) => provided.has(name)),
      block,
    });
  }
  return programs;
}

/** The programs of the site that the playground runs. The README's program is the first. */
export const sitePrograms: readonly SiteProgram[] = ["README.md", ...documents]
  .flatMap(programsOf)
  .filter(({ canRun }) => canRun);

function titleAbove(document: string, line: number): string {
  const above = readFileSync(document, "utf8").split("\n").slice(0, line).join("\n");
  const headings = Array.from(above.matchAll(/^##? (.+)$/gm), ([, heading = ""]) => heading.replaceAll("`", ""));
  return [...new Set([headings[0], headings.at(-1)])].join(": ");
}

/** Returns the modules that code imports. */
export function importedBy(code: string): readonly string[] {
  return Array.from(
    code.matchAll(/^(?:import|export)\b[^"';]*"([^"]+)"|\bimport\("([^"]+)"\)/gm),
    (found) => found[1] ?? found[2] ?? "",
  );
}
