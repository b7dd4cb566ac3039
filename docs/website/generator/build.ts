import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPlayground } from "../playground/build-playground.ts";
import { checkDocuments } from "./documents.ts";
import { homeData } from "./home-data.ts";
import { indexSite } from "./index-site.ts";
import { navigationOf } from "./navigation.ts";
import { playgroundBar } from "./playground-bar.ts";
import { publishMarkdown } from "./publish-markdown.ts";
import { runAstro } from "./run-astro.ts";
import { folders, homeFile, navigationFile } from "./site-folders.ts";
import { writeContent } from "./write-content.ts";
import { writeLlmsTxt } from "./write-llms-txt.ts";
import { writeMarkdown } from "./write-markdown.ts";

// Builds the site of the documentation into docs/site. A warning fails the build.

checkDocuments();
await Promise.all(Object.values(folders).map((folder) => rm(folder, { recursive: true, force: true })));
const { pages, project, addresses } = await writeMarkdown(folders.markdown);
const media = await readdir(join(folders.markdown, "_media"));
await writeContent(pages, media);
const navigation = navigationOf(project, addresses);
await writeFile(navigationFile, JSON.stringify(navigation));
await writeFile(homeFile, JSON.stringify(await homeData()));
await runAstro();
await buildPlayground(join(folders.site, "playground"), [playgroundBar()]);
await publishMarkdown(pages, media);
await writeLlmsTxt(folders.site, pages, navigation);
await indexSite(folders.site, pages);
