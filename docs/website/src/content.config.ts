import { defineCollection } from "astro:content";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { relative } from "node:path";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import { z } from "astro/zod";
import { documents, repository } from "../documents.ts";

const loader = docsLoader();

/** Documents have no front matter: their titles are their headings. */
export const collections = {
  docs: defineCollection({
    loader: {
      name: "documents",
      load: (context) =>
        loader.load({
          ...context,
          parseData: (page) =>
            context.parseData({
              ...page,
              data: { ...describe(page.filePath), ...sourceOf(page.filePath), ...page.data },
            }),
        }),
    },
    schema: docsSchema({ extend: z.object({ document: z.string().optional() }) }),
  }),
};

/** Pages that the search leaves out: they would hide those that explain. */
const isDetail = /\/(api\/.*\/references|decisions|specification-coverage)[/.]/;

/** Reads the heading of a document, and its first paragraph as far as search engines show it. */
function describe(file = ""): { readonly title: string; readonly description?: string; readonly pagefind: boolean } {
  const text = readFileSync(file, "utf8");
  const [, title] = /^(?:# |title: )(.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`${file} has no heading: begin it with "# " and a title.`);
  const plain = text.replaceAll(/^---[\s\S]*?^---$|^(`{3,})[\s\S]*?^\1$|<!--[\s\S]*?-->/gm, "");
  const first = plain
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .find((part) => /^[\p{L}`*[]/u.test(part));
  const description = first?.replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*\\]/g, "$1").replaceAll(/\s+/g, " ");
  return {
    pagefind: !isDetail.test(file),
    title: title.replaceAll(/[`"]/g, ""),
    ...(description === undefined
      ? {}
      : { description: description.replace(/^(.{100,159}?[.:;])\s.*$|^(.{140,159}) .*$/, "$1$2") }),
  };
}

/** Returns where a document is in the repository, where it is edited, and when it was changed. */
function sourceOf(file = ""): { readonly document?: string; readonly editUrl?: string; readonly lastUpdated?: Date } {
  const document = relative("", realpathSync(file));
  if (!documents.includes(document)) return {};
  // The history of a shallow clone begins with its last commit.
  const { stdout: changed } = existsSync(".git/shallow")
    ? {}
    : spawnSync("git", ["log", "-1", "--format=%ct", "--", document], { encoding: "utf8" });
  return {
    document,
    ...(repository && { editUrl: `${repository}/edit/main/${document}` }),
    ...(changed && { lastUpdated: new Date(Number(changed) * 1_000) }),
  };
}
