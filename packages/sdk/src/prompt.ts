/**
 * Renders a prompt index as text for a prompt.
 *
 * @module
 */

export type { PromptFormat } from "./prompt/formats.ts";
export type { PromptIndexText, RenderOptions } from "./prompt/render-prompt-index.ts";
export { renderPromptIndex } from "./prompt/render-prompt-index.ts";
