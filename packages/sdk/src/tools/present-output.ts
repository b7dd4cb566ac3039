import { contract, type IndexEntry } from "@knowledge-base/types";
import { renderPromptIndex } from "../prompt/render-prompt-index.ts";
import type { ToolSuccess } from "./agent-tool.ts";
import type { ToolOutputSchema } from "./create-tool-output-schema.ts";
import { OutputShaper } from "./shape-output.ts";
import type { OutputSettings, ToolSettings } from "./tool-settings.ts";
import { writeEscapedJson } from "./write-escaped-json.ts";

/** Writes the output of an operation for a model. */
export function presentOutput(
  { operation, name }: ToolSettings,
  schema: ToolOutputSchema,
  output: unknown,
  limits: OutputSettings,
): ToolSuccess {
  if (operation === contract["promptIndex.get"]) return presentIndex(schema, output as readonly IndexEntry[], limits);
  const { data } = shape(schema, output, limits);
  return {
    ok: true,
    text: `<knowledge-base-result tool="${name}">\n${writeEscapedJson(data)}\n</knowledge-base-result>`,
    data,
  };
}

/** The index has a form of its own, and its length limits the number of its entries. */
function presentIndex(schema: ToolOutputSchema, entries: readonly IndexEntry[], limits: OutputSettings): ToolSuccess {
  const { text, included, omitted } = renderPromptIndex(entries, {
    format: "xml",
    maxTokens: limits.maxOutputLength,
    countTokens: ({ length }) => length,
  });
  const unlimited = { ...limits, maxListLength: Number.POSITIVE_INFINITY, maxOutputLength: Number.POSITIVE_INFINITY };
  const { data, notes } = shape(schema, included, unlimited);
  const left = omitted.length === 0 ? [] : [`pages: the first ${included.length} of ${entries.length} elements`];
  const shortened = [...left, ...notes];
  return { ok: true, text, data: { ...data, ...(shortened.length > 0 && { shortened }) } };
}

function shape({ declared, field }: ToolOutputSchema, output: unknown, limits: OutputSettings) {
  const shaper = new OutputShaper(limits);
  const shaped = field === "done" ? true : shaper.shape(output, declared, field ?? "");
  const { notes } = shaper;
  const data = field === undefined ? (shaped as object) : { [field]: shaped };
  return { data: { ...data, ...(notes.length > 0 && { shortened: notes }) }, notes };
}
