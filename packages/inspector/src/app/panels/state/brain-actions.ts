import type { BrainsControl } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { formFailure, isInvalid } from "../../core/form-failure.ts";
import { formatCount } from "../../core/format.ts";
import { readForm } from "../../core/read-form.ts";
import type { BrainOfOrganization } from "./brain-of-organization.ts";
import { createForm, formButtons } from "./page-forms.ts";

/** Renders what can be done with a brain: creating a page, and notifying its channels. */
export function brainActions(app: App, brain: BrainOfOrganization): TemplateResult {
  const { brainId, organizationId } = brain;
  const { form } = app.model;
  const sendBrief = async () => {
    const report = await app.perform("The channels were notified.", () =>
      app.controls.call("brains/sendDailyBrief", { brainId }, organizationId),
    );
    if (report) showReport(app, report);
  };
  return html`<div class="buttons">
      <button type="button" class="primary" aria-expanded=${form === "create"} @click=${() => app.toggleForm("create")}>New page</button>
      <button type="button" @click=${sendBrief}>Send the daily brief</button>
      <button type="button" aria-expanded=${form === "connection"} @click=${() => app.toggleForm("connection")}>Report a connection</button>
    </div>
    ${form === "create" ? createForm(app, brain) : form === "connection" ? connectionForm(app, brain) : nothing}`;
}

function showReport(app: App, { delivered, skipped }: ReturnType<BrainsControl["sendDailyBrief"]>): void {
  const text = `${formatCount(delivered.length, "channel")} received it, ${skipped.length} did not.`;
  app.notify({ kind: "done", text });
}

function connectionForm(app: App, { brainId, organizationId }: BrainOfOrganization): TemplateResult {
  const submit = async (event: SubmitEvent) => {
    const fields = readForm(event);
    const { firstSlug, secondSlug } = fields;
    const report = await app.submit("connection", fields, "The channels were notified.", () =>
      app.controls.call("brains/reportConnection", { brainId, slugs: [firstSlug, secondSlug] }, organizationId),
    );
    if (!report) return;
    showReport(app, report);
    app.update({ form: undefined });
  };
  const { value: pages = [] } = app.use("pages/list", { brainId, limit: 100 }, organizationId);
  const field = (title: string, name: string) => html`<label>${title}
    <input name=${name} list="slugs" required autocomplete="off" spellcheck="false" aria-invalid=${isInvalid(app, "connection", name)} />
  </label>`;
  return html`<form class="form" aria-label="Report a connection" @submit=${submit}>
    ${formFailure(app, "connection")} ${field("Slug of a page", "firstSlug")} ${field("Slug of another page", "secondSlug")}
    <datalist id="slugs">${pages.map(({ slug, title }) => html`<option value=${slug}>${title.slice(0, 80)}</option>`)}</datalist>
    ${formButtons(app, "Report")}
  </form>`;
}
