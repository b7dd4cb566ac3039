/**
 * Renders a prompt index as text for a prompt.
 *
 * @module @knowledge-base/sdk/prompt
 */

export type { PromptIndexText } from "./prompt/render-prompt-index.ts";
export { renderPromptIndex } from "./prompt/render-prompt-index.ts";
