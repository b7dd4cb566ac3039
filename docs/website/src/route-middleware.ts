import { defineRouteMiddleware } from "@astrojs/starlight/route-data";
import { neighborsOf, sectionOf, sidebarOf } from "./navigation.ts";

const base = import.meta.env.BASE_URL;

/** Gives each page the sidebar of its section, and names its Markdown edition. */
export const onRequest = defineRouteMiddleware(({ locals: { starlightRoute: route } }) => {
  const section = sectionOf(route.id);
  if (section) {
    route.sidebar = sidebarOf(section, route.id);
    route.pagination = neighborsOf(section, route.id);
  }
  const markdown = markdownOf(route.id, route.entry.filePath);
  if (markdown) {
    const attrs = { rel: "alternate", type: "text/markdown", href: `${base}${markdown}` };
    route.head.push({ tag: "link", attrs, content: "" });
  }
});

/** Returns the path of the Markdown edition of a page, if it has one. */
function markdownOf(id: string, file: string): string | undefined {
  if (id === "" || id === "index") return "index.md";
  if (id === "404" || id.startsWith("examples/files/")) return undefined;
  return file.endsWith("/index.md") ? `${id}/index.md` : `${id}.md`;
}
