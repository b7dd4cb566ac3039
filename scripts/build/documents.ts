import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { packedDocuments as documents } from "../../docs/website/documents.ts";
import { addressInSite, describeText, toText } from "../../docs/website/text.ts";
import { site } from "../addresses.ts";

const folder = "packages/sdk/docs";

/** Writes the documents into the package of the client, with links between them, and `index.md`, which lists them. */
export function writeDocuments(): void {
  rmSync(folder, { recursive: true, force: true });
  for (const document of documents) writeFile(document.replace("docs/", ""), toText(document, addressFrom(document)));
  const lines = documents.map((document) => {
    const { title, description } = describeText(readFileSync(document, "utf8"));
    return `- [${title}](${document.replace("docs/", "")}): ${description}\n`;
  });
  writeFile("index.md", `# Knowledge Base\n\n${lines.join("")}`);
}

function addressFrom(document: string) {
  return (path: string, name: string): string | undefined => {
    const file = [path, `${path}/README.md`].find((one) => documents.includes(one));
    return file === undefined ? addressInSite(site)(path, name) : relative(dirname(document), file);
  };
}

function writeFile(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
