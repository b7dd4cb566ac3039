import { html, type TemplateResult } from "lit-html";

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
  /** Text beside the title, such as a count. */
  readonly note: string;
  readonly content: TemplateResult;
}

/** Renders tabs as the ARIA Authoring Practices describe them: one stop of the Tab key, and arrow keys between the tabs. */
export function renderTabs<Id extends string>(
  tabs: readonly Tab<Id>[],
  chosen: Id,
  choose: (id: Id) => void,
): TemplateResult {
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const from = tabs.findIndex(({ id }) => id === chosen);
    const to = tabs.at((from + step) % tabs.length);
    if (!to) return;
    choose(to.id);
    document.getElementById(`tab-${to.id}`)?.focus();
  };

  return html`
    <div class="tabs" role="tablist" aria-label="Results" @keydown=${move}>
      ${tabs.map(
        ({ id, title, note }) => html`
          <button
            id="tab-${id}"
            type="button"
            role="tab"
            aria-selected="${id === chosen}"
            aria-controls="panel-${id}"
            tabindex=${id === chosen ? 0 : -1}
            @click=${() => choose(id)}
          >
            ${title} <small>${note}</small>
          </button>
        `,
      )}
    </div>
    ${tabs.map(
      ({ id, content }) => html`
        <div id="panel-${id}" class="panel" role="tabpanel" aria-labelledby="tab-${id}" tabindex="0" ?hidden=${id !== chosen}>
          ${content}
        </div>
      `,
    )}
  `;
}
