import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The copies of the OpenAPI document in the site, for pages in HTML and in Markdown, and the specification beside them. */
const copies = { "media/openapi.json": "../specification.html", "_media/openapi.json": "../specification.md" };

/** Makes the links of the OpenAPI document lead to the page of the specification, which is in another folder of the site. */
export async function linkOpenApi(site: string): Promise<void> {
  for (const [file, specification] of Object.entries(copies)) {
    const path = join(site, file);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replaceAll("](specification.md#", `](${specification}#`));
  }
}
