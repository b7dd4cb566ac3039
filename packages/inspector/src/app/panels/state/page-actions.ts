import type { Page } from "@knowledge-base/types";
import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { callOperation } from "../../core/call-operation.ts";
import { readForm } from "../../core/read-form.ts";
import type { BrainOfOrganization } from "./brain-of-organization.ts";

/** Renders what can be done with a page. */
export function pageActions(app: App, brain: BrainOfOrganization, page: Page): TemplateResult {
  const { organizationId, brainId } = brain;
  const { slug, archived, pinned, status } = page;
  const { form } = app.model;
  const control = (name: "pin" | "unpin" | "deprecate" | "restore" | "read", done: string) => () =>
    app.perform(done, () => app.controls.call(`pages/${name}`, { brainId, slug }, organizationId));
  const mark = (next: string) => () =>
    app.perform(`The page is ${next}.`, () =>
      app.controls.call("pages/mark", { brainId, slug, status: next }, organizationId),
    );
  const open = (name: string) => () => app.update({ form: form === name ? undefined : name });
  return html`<div class="buttons">
      <button type="button" ?disabled=${archived} aria-expanded=${form === "edit"} @click=${open("edit")}>Edit</button>
      <button type="button" ?disabled=${archived} aria-expanded=${form === "compile"} @click=${open("compile")}>Compile</button>
      ${
        archived
          ? html`<button type="button" @click=${control("restore", "The page was restored.")}>Restore</button>`
          : html`<button type="button" @click=${() => archive(app, brain, slug)}>Archive</button>`
      }
      ${
        pinned
          ? html`<button type="button" @click=${control("unpin", "The page was unpinned.")}>Unpin</button>`
          : html`<button type="button" ?disabled=${status === "deprecated"} @click=${control("pin", "The page was pinned.")}>Pin</button>`
      }
      ${
        status === "deprecated"
          ? nothing
          : html`<button type="button" ?disabled=${archived || pinned} @click=${control("deprecate", "The page was deprecated.")}>Deprecate</button>`
      }
      ${
        status === "active"
          ? html`<button type="button" ?disabled=${archived} @click=${mark("stale")}>Mark as stale</button>
              <button type="button" ?disabled=${archived} @click=${mark("contested")}>Mark as contested</button>`
          : html`<button type="button" ?disabled=${archived} @click=${mark("active")}>Mark as active</button>`
      }
      <button type="button" @click=${control("read", "The page was read.")}>Read</button>
    </div>
    ${form === "edit" ? editForm(app, brain, page) : form === "compile" ? compileForm(app, brain, page) : nothing}`;
}

/** Archiving is an operation of the service, so it needs a key of the organization. */
function archive(app: App, { organizationId, brainId }: BrainOfOrganization, slug: string): Promise<unknown> {
  return app.perform("The page was archived.", async () => {
    const [key] = await app.controls.call("apiKeys/list", { limit: 1 }, organizationId);
    if (!key) throw new Error("Archiving a page requires an API key, but the organization has none.");
    const { response } = await callOperation("pages.archive", { brainId, slug }, key.key);
    if (!response.ok) throw new Error(`Failed to archive the page: the response has the status ${response.status}.`);
  });
}

function editForm(app: App, { organizationId, brainId }: BrainOfOrganization, page: Page): TemplateResult {
  const { slug, title, summary, body } = page;
  const edit = async (event: SubmitEvent) => {
    const input = { brainId, slug, summary: "", ...readForm(event) };
    const edited = await app.perform("The page was edited.", () =>
      app.controls.call("pages/edit", input, organizationId),
    );
    if (edited) app.update({ form: undefined });
  };
  return html`<form class="form" aria-label="Edit the page" @submit=${edit}>
    <label class="wide">Title <input name="title" required autocomplete="off" dir="auto" .defaultValue=${title} /></label>
    <label class="wide">Summary <input name="summary" autocomplete="off" dir="auto" .defaultValue=${summary} /></label>
    <label class="wide">Body <textarea name="body" required rows="10" dir="auto" .defaultValue=${body}></textarea></label>
    <div class="buttons">
      <button class="primary">Save</button>
      <button type="button" @click=${() => app.update({ form: undefined })}>Cancel</button>
    </div>
  </form>`;
}

function compileForm(app: App, { organizationId, brainId }: BrainOfOrganization, { slug }: Page): TemplateResult {
  const compile = async (event: SubmitEvent) => {
    const { ingestSourceId, ...content } = readForm(event);
    const input = { brainId, slug, ...content, ...(ingestSourceId !== undefined && { sources: [{ ingestSourceId }] }) };
    const compiled = await app.perform("The page was compiled.", () =>
      app.controls.call("pages/compile", input, organizationId),
    );
    if (compiled) app.update({ form: undefined });
  };
  return html`<form class="form" aria-label="Compile the page" @submit=${compile}>
    <label class="wide">Ingest source to add <input name="ingestSourceId" autocomplete="off" placeholder="none" /></label>
    <label class="wide">New body <textarea name="body" rows="6" dir="auto" placeholder="as it is"></textarea></label>
    <div class="buttons">
      <button class="primary">Compile now</button>
      <button type="button" @click=${() => app.update({ form: undefined })}>Cancel</button>
    </div>
  </form>`;
}
