import { defineCollection } from "astro:content";
import { i18nLoader } from "@astrojs/starlight/loaders";
import { docsSchema, i18nSchema } from "@astrojs/starlight/schema";
import { glob } from "astro/loaders";
import { z } from "astro/zod";
import { pathInSite } from "../generator/navigation.ts";
import { folders } from "../generator/site-folders.ts";

export const collections = {
  docs: defineCollection({
    loader: glob({
      base: `${process.cwd()}/${folders.content}`,
      pattern: "**/*.md",
      generateId: ({ entry }) => pathInSite(entry.replace(/\.md$/, "")),
    }),
    schema: docsSchema({
      extend: z.object({
        /** Kind of an export, such as `interface`. */
        kind: z.string().optional(),
      }),
    }),
  }),
  i18n: defineCollection({ loader: i18nLoader(), schema: i18nSchema() }),
};
