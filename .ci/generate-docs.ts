import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { contract, type Operation } from "@knowledge-base/types";
import { createOpenApiDocument } from "@knowledge-base/types/openapi";
import { writeGenerated } from "./write-generated.ts";

// Fills the generated regions of the documents, and writes the OpenAPI document, from the contract. With --check it
// changes nothing and fails where a document is stale.

const regions: Readonly<Record<string, () => string>> = { operations: operationsTable };
const documents = ["README.md"];
const openApi = "docs/openapi.json";
const region = /<!-- generated: (\w+) -->\n[\s\S]*?<!-- end -->/g;

for (const document of documents) {
  const text = await readFile(document, "utf8");
  const fresh = text.replace(region, (_, name: string) => {
    const write = regions[name];
    if (!write) throw new Error(`${document} has a region "${name}", and nothing generates it`);
    return `<!-- generated: ${name} -->\n\n${write()}\n\n<!-- end -->`;
  });
  await writeGenerated(document, fresh);
}
await writeGenerated(openApi, formatted(openApi, JSON.stringify(createOpenApiDocument())));

/** Formats the text of a file as the linter expects it. */
function formatted(path: string, text: string): string {
  return execFileSync("biome", ["format", `--stdin-file-path=${path}`], { input: text, encoding: "utf8" });
}

function operationsTable(): string {
  const rows = Object.values<Operation>(contract).map(({ id, summary, method, path, success, errors, idempotency }) => [
    `\`kb.${id}\``,
    summary,
    `${method} \`${path}\``,
    success.status,
    errors.join(", "),
    idempotency,
  ]);
  return table(["method", "what it does", "HTTP", "success", "errors", "sent twice"], rows);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
