import type { NotificationReport } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { formatCount } from "../../core/format.ts";
import { readForm } from "../../core/read-form.ts";
import type { BrainOfOrganization } from "./brain-of-organization.ts";

/** Renders what can be done with a brain: creating a page, and notifying its channels. */
export function brainActions(app: App, { brainId, organizationId }: BrainOfOrganization): TemplateResult {
  const { form } = app.model;
  const open = (name: string) => () => app.update({ form: form === name ? undefined : name });
  const report = async (task: Promise<NotificationReport>) => {
    const result = await app.perform("The channels were notified.", () => task);
    if (result === undefined) return;
    const delivered = formatCount(result.delivered.length, "channel");
    app.notify({ kind: "done", text: `${delivered} received it, ${result.skipped.length} did not.` });
    app.update({ form: undefined });
  };
  return html`<div class="buttons">
      <button type="button" class="primary" aria-expanded=${form === "create"} @click=${open("create")}>New page</button>
      <button type="button" @click=${() => report(app.controls.call("brains/sendDailyBrief", { brainId }, organizationId))}>
        Send the daily brief
      </button>
      <button type="button" aria-expanded=${form === "connection"} @click=${open("connection")}>Report a connection</button>
    </div>
    ${form === "create" ? createForm(app, { brainId, organizationId }) : nothing}
    ${
      form === "connection"
        ? html`<form
            class="form"
            aria-label="Report a connection"
            @submit=${(event: SubmitEvent) => {
              const { from, to } = readForm(event);
              void report(app.controls.call("brains/reportConnection", { brainId, slugs: [from, to] }, organizationId));
            }}
          >
            <label>Slug of a page <input name="from" required autocomplete="off" /></label>
            <label>Slug of another page <input name="to" required autocomplete="off" /></label>
            <div class="buttons"><button class="primary">Report</button></div>
          </form>`
        : nothing
    }`;
}

function createForm(app: App, { brainId, organizationId }: BrainOfOrganization): TemplateResult {
  const create = async (event: SubmitEvent) => {
    const fields = readForm(event);
    const page = await app.perform("The page was created.", () =>
      app.controls.call("pages/create", { brainId, ...fields }, organizationId),
    );
    if (page) app.update({ form: undefined });
  };
  return html`<form class="form" aria-label="New page" @submit=${create}>
    <label>Title <input name="title" required autocomplete="off" /></label>
    <label>Slug <input name="slug" autocomplete="off" placeholder="made from the title" /></label>
    <label class="wide">Body <textarea name="body" rows="6" placeholder="Markdown; [[slug]] links to a page"></textarea></label>
    <div class="buttons"><button class="primary">Create</button></div>
  </form>`;
}
