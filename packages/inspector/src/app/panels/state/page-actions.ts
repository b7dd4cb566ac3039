import type { Page } from "@knowledge-base/types";
import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { callOperation } from "../../core/call-operation.ts";
import type { BrainOfOrganization } from "./brain-of-organization.ts";
import { compileForm, editForm } from "./page-forms.ts";

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
  const button = (title: string, act: () => unknown, disabled = false) =>
    html`<button type="button" ?disabled=${disabled} @click=${act}>${title}</button>`;
  const formButton = (title: string, name: string) =>
    html`<button type="button" ?disabled=${archived} aria-expanded=${form === name} @click=${() => app.toggleForm(name)}>${title}</button>`;
  return html`<div class="button-groups">
      <div class="buttons" role="group" aria-label="Contents">${formButton("Edit", "edit")} ${formButton("Compile", "compile")}</div>
      <div class="buttons" role="group" aria-label="Status">
        ${
          status === "active"
            ? html`${button("Mark as stale", mark("stale"), archived)} ${button("Mark as contested", mark("contested"), archived)}`
            : button("Mark as active", mark("active"), archived)
        }
        ${status === "deprecated" ? nothing : button("Deprecate", control("deprecate", "The page was deprecated."), archived || pinned)}
        ${
          archived
            ? button("Restore", control("restore", "The page was restored."))
            : button("Archive", () => archive(app, brain, slug))
        }
      </div>
      <div class="buttons" role="group" aria-label="Other actions">
        ${
          pinned
            ? button("Unpin", control("unpin", "The page was unpinned."))
            : button("Pin", control("pin", "The page was pinned."), status === "deprecated")
        }
        ${button("Mark as read", control("read", "The page was marked as read."))}
      </div>
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
