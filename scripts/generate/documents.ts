import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { createOpenApiDocument } from "@knowledge-base/types/openapi";
import { mcpFlagsTable, optionsWithoutFlagTable, serverFlagsTable } from "./command-tables.ts";
import { callbackProblems, clientErrors, clientErrorTable, controlErrors, targetErrors } from "./errors.ts";
import { exampleValuesSection } from "./example-values.ts";
import { linkSpecification } from "./link-specification.ts";
import { operationReference, operationsTable } from "./operation-reference.ts";
import { specificationCoverage } from "./specification-coverage.ts";
import { stateRecordTable } from "./state-format.ts";

/** What is between `<!-- generated: NAME ARGUMENT -->` and `<!-- end -->`, by name. */
const regions: Readonly<Record<string, (argument: string) => string>> = {
  exampleValues: exampleValuesSection,
  operations: operationsTable,
  operation: operationReference,
  stateRecord: stateRecordTable,
  flags: serverFlagsTable,
  optionsWithoutFlag: optionsWithoutFlagTable,
  mcpFlags: mcpFlagsTable,
  clientErrorTable,
  clientErrors,
  callbackProblems,
  controlErrors,
  targetErrors,
  specificationCoverage,
  decisions: decisionsList,
};
const region = /(<!-- generated: (\w+) ?(\S*) -->)\n[\s\S]*?(<!-- end -->)/g;

/** Texts of the documents with generated regions, and of the OpenAPI document, by path. */
export const documents: Readonly<Record<string, string>> = Object.fromEntries([
  ...globSync(["docs/*.md", "docs/{decisions,guides,operations}/*.md", "packages/*/README.md"]).map((path) => [
    path,
    fillRegions(path),
  ]),
  ["docs/openapi.json", openApiDocument()],
]);

function fillRegions(path: string): string {
  return readFileSync(path, "utf8").replaceAll(region, (_, begin, name, argument, end) => {
    const write = regions[name];
    if (!write) throw new Error(`${path} has a region "${name}", and nothing generates it`);
    return `${begin}\n\n${write(argument)}\n\n${end}`;
  });
}

/** Returns the OpenAPI document, formatted as the linter expects it. */
function openApiDocument(): string {
  const input = linkSpecification(JSON.stringify(createOpenApiDocument()), "specification.md");
  return execFileSync("biome", ["format", "--stdin-file-path=docs/openapi.json"], { input, encoding: "utf8" });
}

function decisionsList(): string {
  const lines = globSync("docs/decisions/0*.md")
    .toSorted()
    .map((path) => {
      const text = readFileSync(path, "utf8");
      const [heading = ""] = text.split("\n");
      const [, successor] = /^Replaced by (\[decision \d+\]\(\S+\))/m.exec(text) ?? [];
      return `- [${heading.replace(/^# /, "")}](${basename(path)})${successor === undefined ? "" : ` (replaced by ${successor})`}`;
    });
  return lines.join("\n");
}
