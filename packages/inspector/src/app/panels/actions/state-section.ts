import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { organizationName } from "../../core/record-names.ts";

/** Renders what can be done with all records: a snapshot, a restore, and a reset. */
export function stateSection(app: App): TemplateResult {
  const { organizationId, form } = app.model;
  const target = organizationId === null ? "the server" : "the organization";
  const name = organizationId === null ? "the whole server" : organizationName(app, organizationId);
  const askReset = form === "reset";
  return html`<section class="section" aria-labelledby="state-title">
    <h2 id="state-title">State</h2>
    <p class="hint">A snapshot contains all records and API keys, as JSON. A restore replaces all records.</p>
    <div class="buttons">
      <button type="button" @click=${() => download(app)}>Download a snapshot</button>
      <label class="button">
        Restore from a file
        <input class="unseen" type="file" accept="application/json,.json" @change=${(event: FileEvent) => restore(app, event)} />
      </label>
      <button type="button" class="danger" aria-expanded=${askReset} @click=${() => app.toggleForm("reset")}>
        Reset ${target}…
      </button>
    </div>
    ${
      askReset
        ? html`<div class="confirm" role="group" aria-label="Confirm the reset">
            <p><strong>Reset ${dataText(name, 80)}?</strong> All changes since the start are lost.</p>
            <div class="buttons">
              <button type="button" class="danger" @click=${() => reset(app)}>Reset ${target}</button>
              <button type="button" @click=${() => app.update({ form: undefined })}>Cancel</button>
            </div>
          </div>`
        : ""
    }
  </section>`;
}

type FileEvent = Event & { readonly target: HTMLInputElement };

function download(app: App): Promise<unknown> {
  const { organizationId } = app.model;
  return app.perform("The snapshot was downloaded.", async () => {
    const response = await app.controls.send("server/snapshot", { organizationId });
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = url;
    link.download = `${organizationId?.replace(/[^\w-]/g, "_") ?? "knowledge-base"}.json`;
    link.click();
    URL.revokeObjectURL(url);
  });
}

async function restore(app: App, { target }: FileEvent): Promise<void> {
  const [file] = target.files ?? [];
  const { organizationId } = app.model;
  if (!file) return;
  await app.perform("The records were restored.", () =>
    app.controls.send("server/restore", { organizationId, body: file }),
  );
  target.value = "";
}

async function reset(app: App): Promise<void> {
  const { organizationId } = app.model;
  const done = organizationId === null ? "The server was reset." : "The organization was reset.";
  await app.perform(done, () => app.controls.send("server/reset", { organizationId }));
  app.update({ form: undefined });
}
