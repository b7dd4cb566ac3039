import { defineCollection } from "astro:content";
import { readFileSync, realpathSync } from "node:fs";
import { relative } from "node:path";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import { z } from "astro/zod";
import { repository } from "../../../scripts/addresses.ts";
import { documents } from "../documents.ts";
import { describeText } from "../text.ts";

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

// Pages that the search leaves out: they would hide explanations.
const isDetail = /\/(api\/.*\/references|decisions|architecture|recipes|specification-coverage)[/.]/;

function describe(file = ""): { readonly title: string; readonly description?: string; readonly pagefind: boolean } {
  const { title, ...others } = describeText(readFileSync(file, "utf8"));
  if (title === undefined) throw new Error(`${file} has no heading: begin it with "# " and a title.`);
  return { ...others, title, pagefind: !isDetail.test(file) };
}

// Returns where a document is in the repository, and where it is edited.
function sourceOf(file = ""): { readonly document?: string; readonly editUrl?: string } {
  const document = relative("", realpathSync(file));
  if (!documents.includes(document)) return {};
  return { document, ...(repository && { editUrl: `${repository}/edit/main/${document}` }) };
}
