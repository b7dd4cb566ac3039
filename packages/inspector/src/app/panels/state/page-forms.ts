import type { Page } from "@knowledge-base/types";
import { html, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { formFailure, isInvalid } from "../../core/form-failure.ts";
import { readForm } from "../../core/read-form.ts";
import type { BrainOfOrganization } from "./brain-of-organization.ts";

/** Renders a form that creates a page. */
export function createForm(app: App, { brainId, organizationId }: BrainOfOrganization): TemplateResult {
  const create = async (event: SubmitEvent) => {
    const fields = readForm(event);
    const page = await app.submit("create", fields, "The page was created.", () =>
      app.controls.call("pages/create", { brainId, ...fields }, organizationId),
    );
    if (page) app.update({ form: undefined });
  };
  return html`<form class="form" aria-label="New page" @submit=${create}>
    ${formFailure(app, "create")}
    <label>Title <input name="title" required autocomplete="off" aria-invalid=${isInvalid(app, "create", "title")} /></label>
    <label>Slug <input name="slug" autocomplete="off" aria-invalid=${isInvalid(app, "create", "slug")} placeholder="Leave empty to make it from the title" /></label>
    <label class="wide">Summary <textarea name="summary" rows="2" aria-invalid=${isInvalid(app, "create", "summary")} placeholder="Leave empty to take it from the body"></textarea></label>
    <label class="wide">Body <textarea name="body" rows="6" class="code-field" aria-invalid=${isInvalid(app, "create", "body")} placeholder="Markdown; [[slug]] links to a page"></textarea></label>
    ${formButtons(app, "Create")}
  </form>`;
}

/** Renders a form that edits a page. */
export function editForm(app: App, { organizationId, brainId }: BrainOfOrganization, page: Page): TemplateResult {
  const { slug, title, summary, body } = page;
  const edit = async (event: SubmitEvent) => {
    const input = { brainId, slug, summary: "", ...readForm(event) };
    const edited = await app.submit("edit", input, "The page was edited.", () =>
      app.controls.call("pages/edit", input, organizationId),
    );
    if (edited) app.update({ form: undefined });
  };
  return html`<form class="form" aria-label="Edit the page" @submit=${edit}>
    ${formFailure(app, "edit")}
    <label class="wide">Title <input name="title" required autocomplete="off" dir="auto" aria-invalid=${isInvalid(app, "edit", "title")} .defaultValue=${title} /></label>
    <label class="wide">Summary <textarea name="summary" rows="2" dir="auto" aria-invalid=${isInvalid(app, "edit", "summary")} .defaultValue=${summary}></textarea></label>
    <label class="wide">Body <textarea name="body" required rows="10" dir="auto" class="code-field" aria-invalid=${isInvalid(app, "edit", "body")} .defaultValue=${body}></textarea></label>
    ${formButtons(app, "Save")}
  </form>`;
}

/** Renders a form that compiles a page. */
export function compileForm(
  app: App,
  { organizationId, brainId }: BrainOfOrganization,
  { slug }: Page,
): TemplateResult {
  const compile = async (event: SubmitEvent) => {
    const { ingestSourceId, ...content } = readForm(event);
    const input = { brainId, slug, ...content, ...(ingestSourceId !== undefined && { sources: [{ ingestSourceId }] }) };
    const compiled = await app.submit("compile", content, "The page was compiled.", () =>
      app.controls.call("pages/compile", input, organizationId),
    );
    if (compiled) app.update({ form: undefined });
  };
  return html`<form class="form" aria-label="Compile the page" @submit=${compile}>
    ${formFailure(app, "compile")}
    <label class="wide">Ingest source to add <input name="ingestSourceId" autocomplete="off" aria-invalid=${isInvalid(app, "compile", "ingestSourceId")} placeholder="Leave empty to add none" /></label>
    <label class="wide">New body <textarea name="body" rows="6" dir="auto" class="code-field" aria-invalid=${isInvalid(app, "compile", "body")} placeholder="Leave empty to keep the body"></textarea></label>
    ${formButtons(app, "Compile now")}
  </form>`;
}

/** Renders the buttons at the end of a form. */
export function formButtons(app: App, title: string): TemplateResult {
  return html`<div class="buttons">
    <button class="primary">${title}</button>
    <button type="button" @click=${() => app.update({ form: undefined, failure: undefined })}>Cancel</button>
  </div>`;
}
