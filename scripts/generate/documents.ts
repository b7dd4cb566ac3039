import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { conformanceCases } from "@knowledge-base/conformance";
import { describeFlags, type FlagTable, variableOf } from "@knowledge-base/internal/command-line/flags";
import { createOpenApiDocument } from "@knowledge-base/types/openapi";
import * as mcp from "../../packages/mcp/src/cli/flags.ts";
import * as server from "../../packages/server/src/cli/flags.ts";
import { controlsTable } from "./controls.ts";
import { clientErrors, controlErrors, errorMessages } from "./errors.ts";
import { formatJson } from "./format-json.ts";
import { linkSpecification, specificationAnchor, specificationTitle } from "./link-specification.ts";
import { markdownTable } from "./markdown.ts";
import { operationReference } from "./operation-reference.ts";

// The texts between `<!-- generated: NAME ARGUMENT -->` and `<!-- end -->`, by name.
const regions: Readonly<Record<string, (argument: string) => string>> = {
  operation: operationReference,
  flags: () => flagsTable(server.flags, server.variablePrefix),
  mcpFlags: () => flagsTable(mcp.flags, mcp.variablePrefix),
  errorMessages,
  clientErrors,
  controlErrors,
  controls: controlsTable,
  specificationCoverage,
  decisions: decisionsList,
};
const region = /(<!-- generated: (\w+) ?(\S*) -->)\n[\s\S]*?(<!-- end -->)/g;

/** Texts of the documents with generated regions, and of the OpenAPI document, by path. */
export const documents: Readonly<Record<string, string>> = Object.fromEntries([
  ...globSync(["docs/*.md", "docs/{decisions,guides,operations,reference}/*.md", "packages/*/README.md"]).map(
    (path) => [path, fillRegions(path)],
  ),
  ["docs/openapi.json", await openApiDocument()],
]);

function fillRegions(path: string): string {
  return readFileSync(path, "utf8").replaceAll(region, (_, begin, name, argument, end) => {
    const write = regions[name];
    if (!write) throw new Error(`${path} has a region "${name}", and nothing generates it`);
    return `${begin}\n\n${write(argument)}\n\n${end}`;
  });
}

async function openApiDocument(): Promise<string> {
  const json = await formatJson(createOpenApiDocument());
  return linkSpecification(json, "specification.md");
}

function decisionsList(): string {
  const lines = globSync("docs/decisions/0*.md")
    .toSorted()
    .map((path) => {
      const [heading = ""] = readFileSync(path, "utf8").split("\n");
      return `- [${heading.replace(/^# /, "")}](${basename(path)})`;
    });
  return lines.join("\n");
}

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

// Formats a table for each section of the specification: the cases of the conformance suite about it.
function specificationCoverage(): string {
  const sections = [...new Set(conformanceCases.flatMap((info) => info.sections))].toSorted();
  const tables = sections.map((section) => {
    const heading = `## ${specificationTitle(section)}`;
    const link = `[Section ${section}](specification.md#${specificationAnchor(section)}) of the specification.`;
    const rows = conformanceCases
      .filter((info) => info.sections.includes(section))
      .map(({ id, title, level }) => [level === "choice" ? `*${id}*` : id, title]);
    return [heading, link, markdownTable(["case", "the service …"], rows)].join("\n\n");
  });
  return tables.join("\n\n");
}
