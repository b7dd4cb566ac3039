import { runnableCases } from "../../packages/conformance/src/conformance-cases.ts";
import type { Sentence } from "../../packages/conformance/src/specification/sentence.ts";
import { sentences } from "../../packages/conformance/src/specification/sentences.ts";
import { specificationAnchor, specificationTitle } from "./link-specification.ts";
import { markdownTable } from "./markdown.ts";

/** Formats a table for each section of the specification: its sentences, and the cases of the conformance suite about them. */
export function specificationCoverage(): string {
  const bySection = Map.groupBy(Object.entries<Sentence>(sentences), ([id]) => id.split("/")[0] ?? "");
  return Array.from(bySection, ([section, entries]) => {
    const heading = `## ${specificationTitle(section)}`;
    const link = `[Section ${section}](specification.md#${specificationAnchor(section)}) of the specification.`;
    const rows = entries.map(([id, sentence]) => [formatText(sentence.text), formatCases(id, sentence)]);
    return [heading, link, markdownTable(["sentence", "cases"], rows)].join("\n\n");
  }).join("\n\n");
}

/** Formats a row of a table as its cells, because a cell cannot contain a table. The third cell of a field says if it is required. */
function formatText(text: string): string {
  const cells = text.replace(/^\| | \|$/g, "").split(" | ");
  return cells
    .map((cell, index) => (cells.length === 4 && index === 2 && /^(yes|no)\b/.test(cell) ? `required: ${cell}` : cell))
    .join(" · ");
}

function formatCases(id: string, { isOpen, unobservable }: Sentence): string {
  if (unobservable !== undefined) return `No test is possible: ${unobservable}`;
  const cases = runnableCases.filter((one) => one.sentences.some((sentence) => sentence === id));
  const names = cases.map(({ info }) => (info.level === "choice" ? `*${info.id}*` : info.id));
  if (names.length === 0) return "Left open, and no case checks it.";
  return `${isOpen ? "Left open: " : ""}${names.join(", ")}`;
}
