import { posix } from "node:path";
import { unified } from "@astrojs/markdown-remark";
import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";
import starlightLinksValidator from "starlight-links-validator";
import starlightSidebarTopics from "starlight-sidebar-topics";
import starlightTypeDoc from "starlight-typedoc";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { repository } from "../../scripts/addresses.ts";
import { linkDocuments } from "./documents.ts";
import { toPage } from "./markdown.ts";
import { topics } from "./sidebar.ts";
import { prepareReference } from "./typedoc.ts";

// The host that serves the site, and the path below which it does.
const { SITE_URL: site = "http://localhost:4321", SITE_BASE = "/" } = process.env;
const base = posix.join("/", SITE_BASE, "/");

// The input of the search has only a title, which screen readers may leave out.
const nameSearchInput = `addEventListener("focusin", ({ target }) => {
  if (target.classList.contains("pagefind-ui__search-input")) target.ariaLabel = "Search";
});`;

linkDocuments();

export default defineConfig({
  site,
  base,
  trailingSlash: "always",
  devToolbar: { enabled: false },
  image: { service: passthroughImageService() },
  markdown: { processor: unified({ smartypants: false, remarkPlugins: [[toPage, { base }]] }) },
  integrations: [
    starlight({
      title: "Knowledge Base",
      description: "A typed client for a knowledge-base service, and a server that behaves like it in your tests.",
      logo: { src: "./public/favicon.svg" },
      credits: false,
      head: [{ tag: "script", content: nameSearchInput }],
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      // Titles count as headings do. Otherwise, the names of exports would come before the guides.
      pagefind: { ranking: { metaWeights: { title: 0, words: 10 } } },
      social: repository ? [{ icon: "seti:git", label: "Repository", href: repository }] : [],
      components: { PageTitle: "./src/components/page-title.astro" },
      customCss: ["./src/site.css"],
      plugins: [
        starlightSidebarTopics(topics, { topics: { api: ["/api/**"] }, exclude: ["/"] }),
        starlightTypeDoc({
          pagination: true,
          sidebar: { label: "Packages" },
          typeDoc: {
            // Everything else is in typedoc.json.
            plugin: [prepareReference],
            entryFileName: "index",
            excludeScopesInPaths: true,
            useCodeBlocks: true,
            validation: { invalidLink: true, notDocumented: true, notExported: true, rewrittenLink: true },
            expandObjects: true,
            expandParameters: true,
            indexFormat: "table",
            interfacePropertiesFormat: "list",
            parametersFormat: "table",
            propertyMembersFormat: "table",
            typeDeclarationFormat: "table",
          },
        }),
        starlightLinksValidator({
          errorOnRelativeLinks: false,
          exclude: ({ link }) => link.startsWith(`${base}playground/`),
        }),
      ],
    }),
  ],
  vite: {
    resolve: { conditions: ["@knowledge-base/source", ...defaultClientConditions] },
    environments: { prerender: { resolve: { conditions: ["@knowledge-base/source", ...defaultServerConditions] } } },
    build: { target: "es2024", chunkSizeWarningLimit: 1000 },
    worker: { format: "es" },
  },
});
