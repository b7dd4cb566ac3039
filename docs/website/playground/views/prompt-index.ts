import type { IndexEntry } from "@knowledge-base/sdk";
import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import type { Brain } from "@knowledge-base/server";
import { html, type TemplateResult } from "lit-html";

const formats = ["markdown", "xml", "json"] as const;

/** Brain, format and budget of the prompt index. */
export interface PromptChoice {
  /** Undefined if there is no brain. */
  readonly brainId: string | undefined;
  readonly format: (typeof formats)[number];
  readonly maxTokens: number;
}

/** Renders a prompt index as the text for a prompt. */
export function renderPrompt(
  brains: readonly Brain[],
  entries: readonly IndexEntry[],
  { brainId, format, maxTokens }: PromptChoice,
  choose: (choice: Partial<PromptChoice>) => void,
): TemplateResult {
  const { text, tokens, included } = renderPromptIndex(entries, { format, maxTokens });
  return html`
    <form class="controls" @submit=${(event: Event) => event.preventDefault()}>
      <label>
        Brain
        <select @change=${({ target }: Change) => choose({ brainId: target.value })}>
          ${brains.map(({ id, name }) => html`<option value=${id} .selected=${id === brainId}>${name}</option>`)}
        </select>
      </label>
      <label>
        Format
        <select @change=${({ target }: Change) => choose({ format: formats.find((other) => other === target.value) ?? format })}>
          ${formats.map((other) => html`<option .selected=${other === format}>${other}</option>`)}
        </select>
      </label>
      <label>
        Most tokens
        <input type="number" min="0" step="50" .value=${`${maxTokens}`} @input=${({ target }: Change) => choose({ maxTokens: Math.max(0, Number(target.value)) })} />
      </label>
    </form>
    <p class="why">${included.length} of ${entries.length} pages in ${tokens} tokens.</p>
    <pre class="prompt">${text}</pre>
  `;
}

type Change = Event & { readonly target: HTMLInputElement };
