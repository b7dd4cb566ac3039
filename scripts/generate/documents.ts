import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describeFlags, type FlagTable, variableOf } from "@knowledge-base/command-line";
import { createOpenApiDocument } from "@knowledge-base/types/openapi";
import { runnableCases } from "../../packages/conformance/src/conformance-cases.ts";
import type { Sentence } from "../../packages/conformance/src/specification/sentence.ts";
import { sentences } from "../../packages/conformance/src/specification/sentences.ts";
import * as mcp from "../../packages/mcp/src/cli/flags.ts";
import * as server from "../../packages/server/src/cli/flags.ts";
import { callbackProblems, clientErrors, clientErrorTable, controlErrors, targetErrors } from "./errors.ts";
import { exampleValuesSection } from "./example-values.ts";
import { formatJson } from "./format-json.ts";
import { linkSpecification, specificationAnchor, specificationTitle } from "./link-specification.ts";
import { markdownTable } from "./markdown.ts";
import { operationReference, operationsTable } from "./operation-reference.ts";

/** The texts between `<!-- generated: NAME ARGUMENT -->` and `<!-- end -->`, by name. */
const regions: Readonly<Record<string, (argument: string) => string>> = {
  exampleValues: exampleValuesSection,
  operations: operationsTable,
  operation: operationReference,
  flags: () => flagsTable(server.flags, server.variablePrefix),
  mcpFlags: () => flagsTable(mcp.flags, mcp.variablePrefix),
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

function openApiDocument(): string {
  return formatJson(linkSpecification(JSON.stringify(createOpenApiDocument()), "specification.md"));
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

/** Returns a table of the flags of a command. */
function flagsTable(flags: FlagTable, variablePrefix: string): string {
  const variables = Object.entries(flags).map(
    ([name, flag]) => `${variableOf(name, flag, variablePrefix)}${flag.default === true ? "=false" : ""}`,
  );
  const rows = describeFlags(flags).map(([label, description], index) => [
    `\`${label.replaceAll("|", "\\|")}\``,
    `\`${variables[index]}\``,
    description.replaceAll("|", "\\|"),
  ]);
  return markdownTable(["flag", "variable", "description"], rows);
}

/** Formats a table for each section of the specification: its sentences, and the cases of the conformance suite about them. */
function specificationCoverage(): string {
  const bySection = Map.groupBy(Object.entries<Sentence>(sentences), ([id]) => id.split("/")[0] ?? "");
  return Array.from(bySection, ([section, entries]) => {
    const heading = `## ${specificationTitle(section)}`;
    const link = `[Section ${section}](specification.md#${specificationAnchor(section)}) of the specification.`;
    const rows = entries.map(([id, sentence]) => [formatText(sentence.text), formatCases(id, sentence)]);
    return [heading, link, markdownTable(["sentence", "cases"], rows)].join("\n\n");
  }).join("\n\n");
}

/** Formats a row of a table as its cells, because a cell cannot contain a table. The third cell of a field says if it is required. */
function formatText(text: string): string {
  const cells = text.replace(/^\| | \|$/g, "").split(" | ");
  return cells
    .map((cell, index) => (cells.length === 4 && index === 2 && /^(yes|no)\b/.test(cell) ? `required: ${cell}` : cell))
    .join(" · ");
}

function formatCases(id: string, { isOpen, unobservable }: Sentence): string {
  if (unobservable !== undefined) return `No test is possible: ${unobservable}`;
  const cases = runnableCases.filter((one) => one.sentences.some((sentence) => sentence === id));
  const names = cases.map(({ info }) => (info.level === "choice" ? `*${info.id}*` : info.id));
  if (names.length === 0) return "Left open, and no case checks it.";
  return `${isOpen ? "Left open: " : ""}${names.join(", ")}`;
}
