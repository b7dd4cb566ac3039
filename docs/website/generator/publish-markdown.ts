import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withoutComments } from "./page-text.ts";
import { folders } from "./site-folders.ts";
import type { MarkdownPage } from "./write-markdown.ts";

/** Writes the Markdown edition of each page beside it, and the files that the pages link to. */
export async function publishMarkdown(pages: readonly MarkdownPage[], media: readonly string[]): Promise<void> {
  await Promise.all(
    pages.map(async ({ path, markdown }) => {
      const file = join(folders.site, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, withoutComments(markdown));
    }),
  );
  await mkdir(join(folders.site, "_media"), { recursive: true });
  await Promise.all(
    media.map((file) => copyFile(join(folders.markdown, "_media", file), join(folders.site, "_media", file))),
  );
  const openApi = await readFile(join(folders.markdown, "_media/openapi.json"), "utf8");
  const linked = (specification: string) => openApi.replaceAll("](specification.md#", `](${specification}#`);
  await writeFile(join(folders.site, "openapi.json"), linked("specification/"));
  await writeFile(join(folders.site, "_media/openapi.json"), linked("../specification.md"));
}
