import { readFile, writeFile } from "node:fs/promises";
import { contract, type Operation } from "@knowledge-base/types";

// Fills the generated regions of the documents from the contract. With --check it changes nothing and fails where a
// region is stale.

const regions: Readonly<Record<string, () => string>> = { operations: operationsTable };
const documents = ["README.md"];
const region = /<!-- generated: (\w+) -->\n[\s\S]*?<!-- end -->/g;

let stale = false;
for (const document of documents) {
  const text = await readFile(document, "utf8");
  const fresh = text.replace(region, (_, name: string) => {
    const write = regions[name];
    if (!write) throw new Error(`${document} has a region "${name}", and nothing generates it`);
    return `<!-- generated: ${name} -->\n\n${write()}\n\n<!-- end -->`;
  });
  if (fresh === text) continue;
  if (process.argv.includes("--check")) {
    stale = true;
    console.error(`${document} has a stale generated region. Run npm run docs:generate.`);
  } else await writeFile(document, fresh);
}
process.exitCode = stale ? 1 : 0;

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
