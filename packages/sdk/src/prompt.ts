/**
 * Turns a prompt index into text for a prompt.
 *
 * @module
 */

export type { PromptFormat } from "./prompt/formats.ts";
export type { PromptIndexText, RenderOptions } from "./prompt/render-prompt-index.ts";
export { renderPromptIndex } from "./prompt/render-prompt-index.ts";
