import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { OpenedProgram } from "../opened-program.ts";
import { givenValues } from "../provided-names.ts";
import { samples } from "../samples.ts";

/** Actions of the buttons above the editor. */
export interface Controls {
  readonly run: () => void;
  readonly stop: () => void;
  readonly reset: () => void;
  readonly choose: (sample: string) => void;
  readonly share: () => void;
  readonly discard: () => void;
}

interface ControlsModel {
  readonly opened: OpenedProgram;
  readonly running: boolean;
  readonly isChanged: boolean;
  readonly message: string;
}

/** Renders the buttons above the editor. */
export function renderControls({ opened, running, isChanged }: ControlsModel, controls: Controls): TemplateResult {
  return html`
    <div class="controls">
      <button
        class="primary"
        title=${running ? nothing : "Ctrl+Enter or ⌘+Enter"}
        @click=${running ? controls.stop : controls.run}
      >
        ${running ? "Stop" : "Run"}
      </button>
      <label>
        Sample
        <select
          .value=${live(opened.sample ?? "")}
          @change=${(event: Event & { readonly target: HTMLSelectElement }) => controls.choose(event.target.value)}
        >
          <option value="" hidden>From a link</option>
          ${samples.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}
        </select>
      </label>
      <span class="more">
        ${isChanged ? html`<button @click=${controls.discard}>Discard changes</button>` : ""}
        <button @click=${controls.share}>Share</button>
        <button @click=${controls.reset}>Reset the server</button>
      </span>
    </div>
  `;
}

/** Renders what the reader has to know about the program, and the result of the last action. */
export function renderHints({ opened: { sample, given }, message }: ControlsModel): TemplateResult {
  return html`
    ${sample === undefined ? html`<p class="notice">This program is from a link. Read it before you run it.</p>` : ""}
    ${
      given.length === 0
        ? ""
        : html`<p class="why">
            Given here: ${given.map((name, index) => html`${index === 0 ? "" : ", "}<code>${name}</code> (${givenValues[name]})`)}.
          </p>`
    }
    <p class="feedback" role="status">${message}</p>
  `;
}
