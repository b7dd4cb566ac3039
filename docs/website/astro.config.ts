import { unified } from "@astrojs/markdown-remark";
import starlight from "@astrojs/starlight";
import type { AstroIntegration } from "astro";
import { defineConfig, passthroughImageService } from "astro/config";
import { defaultClientConditions } from "vite";
import { movedGuides } from "./generator/documents.ts";
import { folders } from "./generator/site-folders.ts";
import { groupTabs } from "./markdown/group-tabs.ts";
import { inlineDiagrams } from "./markdown/inline-diagrams.ts";
import { linkPages } from "./markdown/link-pages.ts";
import { linkPlayground } from "./markdown/link-playground.ts";
import { removeComments } from "./markdown/remove-comments.ts";
import { stackTables } from "./markdown/stack-tables.ts";

const root = `${import.meta.dirname}/../..`;

/** The path below which a host serves the site. */
const { SITE_BASE: base = "/" } = process.env;

export default defineConfig({
  root: import.meta.dirname,
  base,
  outDir: `${root}/${folders.pages}`,
  cacheDir: `${root}/${folders.cache}`,
  trailingSlash: "always",
  redirects: Object.fromEntries(
    Object.entries(movedGuides).map(([name, path]) => [`/guides/${name}`, `${base.replace(/\/$/, "")}/${path}/`]),
  ),
  build: { format: "directory" },
  devToolbar: { enabled: false },
  image: { service: passthroughImageService() },
  // Links are prefetched only when a reader points at them, so a page loads nothing that is not needed.
  prefetch: { prefetchAll: false },
  markdown: {
    processor: unified({
      smartypants: false,
      remarkPlugins: [[linkPlayground, { base }], removeComments, groupTabs, inlineDiagrams],
      rehypePlugins: [[linkPages, { base, content: `${root}/${folders.content}` }], stackTables],
    }),
  },
  integrations: [
    noSitemap(),
    starlight({
      title: "Knowledge Base",
      description: "A typed client for a knowledge-base service, and a server that behaves like it in your tests.",
      favicon: "/assets/favicon.svg",
      credits: false,
      pagefind: false,
      sidebar: [],
      // The content has a page for it.
      disable404Route: true,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      routeMiddleware: "./src/route-middleware.ts",
      customCss: ["./src/site-bar/site.css", "./src/styles/content.css", "./src/styles/print.css"],
      markdown: { processedDirs: [`${root}/${folders.content}`] },
      expressiveCode: {
        themes: ["github-dark", "github-light"],
        useStarlightUiThemeColors: false,
        // Lines wrap, so that code never has to be scrolled sideways.
        defaultProps: { frame: "none", wrap: true, preserveIndent: true, hangingIndent: 2 },
        styleOverrides: {
          borderRadius: "0.5rem",
          borderColor: "var(--kb-border)",
          codeFontSize: "0.7875rem",
          codePaddingInline: "1rem",
          codeBackground: "var(--kb-code-background)",
          frames: { shadowColor: "transparent" },
        },
      },
      components: {
        Footer: "./src/components/footer.astro",
        Header: "./src/components/header.astro",
        PageTitle: "./src/components/page-title.astro",
        Sidebar: "./src/components/sidebar.astro",
        ThemeProvider: "./src/components/theme-provider.astro",
      },
    }),
  ],
  vite: {
    resolve: { conditions: ["@knowledge-base/source", ...defaultClientConditions] },
    build: {
      target: "es2024",
      // For older browsers, Vite replaces light-dark() by variables that nothing defines.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      chunkSizeWarningLimit: 1_000,
    },
    worker: { format: "es" },
  },
});

/** Takes the place of Starlight's sitemap, which needs the address of a public site. */
function noSitemap(): AstroIntegration {
  return { name: "@astrojs/sitemap", hooks: {} };
}
