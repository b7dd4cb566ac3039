import { readFileSync } from "node:fs";
import type { APIRoute } from "astro";
import { describeText, listTexts } from "../../text.ts";

// Titles of the parts, by the first name in the paths of their pages.
const parts: Readonly<Record<string, string>> = {
  guides: "Guides",
  operations: "Operations",
  reference: "Reference",
  api: "API",
  examples: "Examples",
  decisions: "Decisions",
};

/** All pages, each with the address of its text and what it is about. Language models look for this file. */
export const GET: APIRoute = ({ site }) => {
  const base = new URL(import.meta.env.BASE_URL, site).href;
  const pages = Array.from(listTexts(), ([path, file]) => {
    const { title, description } = describeText(readFileSync(file, "utf8"));
    const line = `- [${title}](${base}${path}.md): ${description ?? "a list of its pages"}`;
    return { part: parts[path.split("/")[0] ?? ""] ?? "Project", line };
  });
  const groups = Map.groupBy(pages, ({ part }) => part);
  const lists = [...new Set([...Object.values(parts), ...groups.keys()])].map(
    (part) => `## ${part}\n\n${(groups.get(part) ?? []).map(({ line }) => line).join("\n")}\n`,
  );
  const summary =
    "A typed client for a knowledge-base service, and an in-memory server that follows its specification.";
  return new Response([`# Knowledge Base\n\n> ${summary}\n`, ...lists].join("\n"));
};
