import type { Plugin } from "vite";
import { renderSiteBar, themeScript } from "../src/site-bar/render-site-bar.ts";

const homeLink = /<a class="home" [\s\S]*?<\/a>/;

/** Replaces the link to the home page in the playground by the bar of the site, and the colours by those of the site. */
export function playgroundBar(): Plugin {
  return {
    name: "playground-bar",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => {
        if (!homeLink.test(html))
          throw new Error("The page of the playground has no link to replace by the bar of the site.");
        const bar = renderSiteBar({ base: "../", current: "Playground", hasMenu: true });
        return {
          html: html.replace(homeLink, bar),
          tags: [
            { tag: "script", children: themeScript, injectTo: "head" },
            { tag: "link", attrs: { rel: "stylesheet", href: "../src/site-bar/site.css" }, injectTo: "head" },
            {
              tag: "link",
              attrs: { rel: "stylesheet", href: "../src/site-bar/playground-colors.css" },
              injectTo: "head",
            },
            { tag: "script", attrs: { type: "module", src: "../src/site-bar/site-theme.ts" }, injectTo: "body" },
            { tag: "script", attrs: { type: "module", src: "../src/site-bar/site-search.ts" }, injectTo: "body" },
          ],
        };
      },
    },
  };
}
