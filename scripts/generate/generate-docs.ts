import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { type FlagTable, type VariableNames, variableOf } from "@knowledge-base/command-line";
import { contract, type Operation } from "@knowledge-base/types";
import { createOpenApiDocument } from "@knowledge-base/types/openapi";
import { flags as mcpFlags, variables as mcpVariables } from "../../packages/mcp/src/cli/flags.ts";
import { flags, optionsWithoutFlag, type ServerFlag, variables } from "../../packages/server/src/cli/flags.ts";
import { formatBarsDocument } from "../bars/bars-document.ts";
import { barsFile, readMeasurements } from "../bars/measurements.ts";
import {
  callbackProblems,
  clientErrors,
  clientErrorTable,
  controlErrors,
  errorStatuses,
  targetErrors,
} from "./error-catalogue/error-catalogue.ts";
import { exampleValuesSection } from "./example-values.ts";
import { linkSpecification } from "./link-specification.ts";
import { markdownTable } from "./markdown-table.ts";
import { operationReference } from "./operation-reference.ts";
import { operationResponse } from "./operation-response.ts";
import { clientsTable, figuresTable, machinesTable, missedBarsList } from "./performance.ts";
import { limitationsTable, runtimeChecksList, runtimeMatrixTable } from "./runtime-matrix.ts";
import { specificationCoverage } from "./specification-coverage.ts";
import { stateRecordTable } from "./state-format.ts";
import { writeGenerated } from "./write-generated.ts";

// Fills the generated regions of the documents, and writes the OpenAPI document, from the contract. The figures of the guide on
// performance are from docs/bars.json, which contains what was measured. With --check it changes nothing and fails if a document is not up to date.

const regions: Readonly<Record<string, (argument: string) => string | Promise<string>>> = {
  exampleValues: exampleValuesSection,
  operations: operationsTable,
  operation: operationReference,
  response: operationResponse,
  decisions: decisionsList,
  stateRecord: stateRecordTable,
  flags: serverFlagsTable,
  mcpFlags: () => markdownTable(["flag", "variable", "description"], flagRows(mcpFlags, mcpVariables)),
  optionsWithoutFlag: optionsWithoutFlagTable,
  specificationCoverage,
  clientErrorTable,
  clientErrors,
  callbackProblems,
  errorStatuses,
  controlErrors,
  targetErrors,
  missedBars: missedBarsList,
  figures: figuresTable,
  clients: clientsTable,
  machines: machinesTable,
  runtimeMatrix: runtimeMatrixTable,
  runtimeChecks: runtimeChecksList,
  limitations: limitationsTable,
};
const documents = [
  "packages/sdk/README.md",
  "docs/decisions/README.md",
  "docs/specification-coverage.md",
  ...globSync("docs/guides/*.md"),
  ...Object.keys(contract).map(pageOf),
];
const openApi = "docs/openapi.json";
const region = /(?<begin><!-- generated: (?<name>\w+)(?: (?<argument>\S+))? -->)\n[\s\S]*?(?<end><!-- end -->)/g;

for (const document of documents) {
  const text = await readFile(document, "utf8");
  let fresh = text;
  for (const { 0: stale, groups = {} } of text.matchAll(region)) {
    const { begin, name = "", argument = "", end } = groups;
    const write = regions[name];
    if (!write) throw new Error(`${document} has a region "${name}", and nothing generates it`);
    const content = await write(argument);
    fresh = fresh.replace(stale, () => `${begin}\n\n${content}\n\n${end}`);
  }
  await writeGenerated(document, fresh);
}
// Limits and explanations may have changed since the measurements.
await writeGenerated(barsFile, formatBarsDocument(readMeasurements()));
await writeGenerated(
  openApi,
  formatted(openApi, linkSpecification(JSON.stringify(createOpenApiDocument()), "specification.md")),
);

/** Formats the text of a file as the linter expects it. */
function formatted(path: string, text: string): string {
  return execFileSync("biome", ["format", `--stdin-file-path=${path}`], { input: text, encoding: "utf8" });
}

function operationsTable(): string {
  const rows = Object.values<Operation>(contract).map(({ id, summary, method, path, success, errors, idempotency }) => [
    `[\`kb.${id}\`](../../${pageOf(id)})`,
    summary,
    `${method} \`${path}\``,
    success.status,
    errors.join(", "),
    idempotency,
  ]);
  return markdownTable(["method", "what it does", "HTTP", "success", "errors", "retry safety"], rows);
}

function serverFlagsTable(): string {
  const options = Object.values<ServerFlag>(flags).map(({ serverOption, listenOption }) => {
    const option = serverOption ?? listenOption;
    return option === undefined ? "" : `\`${option}\`${listenOption ? " of `listen`" : ""}`;
  });
  const rows = flagRows(flags, variables).map((row, index) => [...row, options[index] ?? ""]);
  return markdownTable(["flag", "variable", "description", "option"], rows);
}

function flagRows(table: FlagTable, names: VariableNames): string[][] {
  return Object.entries(table).map(([name, { value, description }]) => [
    `\`--${name}${value === undefined ? "" : ` ${value.replace("|", "\\|")}`}\``,
    `\`${variableOf(name, names)}\``,
    description.replaceAll("|", "\\|"),
  ]);
}

function optionsWithoutFlagTable(): string {
  const rows = Object.entries(optionsWithoutFlag).map(([option, reason]) => [`\`${option}\``, reason]);
  return markdownTable(["option", "reason"], rows);
}

function pageOf(id: string): string {
  return `docs/operations/${id}.md`;
}

async function decisionsList(): Promise<string> {
  const files = (await readdir("docs/decisions")).filter((file) => /^\d/.test(file)).toSorted();
  const lines = files.map(async (file) => {
    const text = await readFile(`docs/decisions/${file}`, "utf8");
    const [heading = ""] = text.split("\n");
    const [, successor] = /^Replaced by (\[decision \d+\]\(\S+\))/m.exec(text) ?? [];
    return `- [${heading.replace(/^# /, "")}](${file})${successor === undefined ? "" : ` (replaced by ${successor})`}`;
  });
  return (await Promise.all(lines)).join("\n");
}
