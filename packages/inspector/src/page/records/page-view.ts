import type { Page } from "@knowledge-base/types";
import { html, nothing, type TemplateResult } from "lit-html";
import { dataText, jsonText } from "../../components.ts";
import { formView } from "../forms.ts";
import { button, factList, loadedView } from "../parts.ts";
import { linkTo } from "../route.ts";
import { call, callOperation } from "../server.ts";
import { perform, type State } from "../store.ts";
import { load } from "../values.ts";
import type { BrainOwner } from "./kinds.ts";
import { editButton, editForm, formButton } from "./record-views.ts";

/** More characters, or more links, would make the page slow. */
const maxText = 100_000;
const maxLinks = 1000;

/** The fields of a page that the facts leave out. */
const shownAbove = ["title", "summary", "body", "status", "pinned", "archived", "pageType", "sources"];

/** Renders a page of a brain. */
export function pageView(state: State, owner: BrainOwner, slug: string): TemplateResult {
  const { organizationId, brainId } = owner;
  const link = (other: string, shown: string) =>
    html`<a href=${linkTo("state", organizationId, "brains", brainId, "pages", other)}>${dataText(shown)}</a>`;
  return html`<article class="details content stack" aria-label="Page">
    <a class="close" href=${linkTo("state", organizationId, "brains", brainId, "pages")} aria-label="Close the page">×</a>
    ${loadedView(
      load("pages/get", { brainId, slug }, organizationId),
      (page) => html`
        <p class="row hint">${pageTags(page)}</p>
        <h2>${dataText(page.title, 2000)}</h2>
        <p class="soft">${dataText(page.summary, 2000)}</p>
        ${pageActions(state, owner, page)}
        <pre class="code" tabindex="0" dir="auto">${linkedText(page.body, link)}</pre>
        ${page.body.length > maxText ? html`<p class="hint">${(page.body.length - maxText).toLocaleString("en")} more characters aren't shown.</p>` : nothing}
        ${factList(page, shownAbove)}
        <h3>sources</h3>
        ${jsonText(JSON.stringify(page.sources))}
      `,
    )}
  </article>`;
}

/** Renders status and type of a page. */
export function pageTags({ status, pinned, pageType }: Pick<Page, "status" | "pinned" | "pageType">): TemplateResult {
  return html`<span class="tag ${status}">${status}</span>
    ${pinned ? html`<span class="tag pinned">pinned</span>` : nothing} <span class="tag">${pageType}</span>`;
}

/** Renders a text as it is, in which `[[slug]]`, `[[slug#part]]` and `[[slug|shown text]]` are links. */
function linkedText(body: string, link: (slug: string, shown: string) => TemplateResult): unknown[] {
  const text = body.slice(0, maxText);
  const parts: unknown[] = [];
  let end = 0;
  for (const match of text.matchAll(/\[\[\s*([^\][|#\s][^\][|#]*)(?:#[^\][|]*)?(?:\|[^\][]*)?\]\]/g)) {
    const [whole, slug = ""] = match;
    if (parts.length >= 2 * maxLinks) break;
    parts.push(text.slice(end, match.index), link(slug.trim(), whole));
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

function pageActions(state: State, owner: BrainOwner, page: Page): TemplateResult {
  const { organizationId, brainId } = owner;
  const { slug, archived, pinned, status } = page;
  const change = (title: string, path: "pin" | "unpin" | "deprecate" | "restore" | "read" | "mark", more = {}) =>
    perform(`Done: ${title}.`, () => call(`pages/${path}`, { brainId, slug, ...more }, organizationId));
  const action = (title: string, path: Parameters<typeof change>[1], isDisabled = false, more = {}) =>
    button(title, () => change(title, path, more), isDisabled);
  const mark = (next: string) => action(`Mark as ${next}`, "mark", archived, { status: next });
  return html`<div class="row">
      ${editButton(state, "pages", { ...page }, archived)} ${formButton(state, "Compile", "compile", { isDisabled: archived })}
      ${status === "active" ? html`${mark("stale")} ${mark("contested")}` : mark("active")}
      ${status === "deprecated" ? nothing : action("Deprecate", "deprecate", archived || pinned)}
      ${pinned ? action("Unpin", "unpin") : action("Pin", "pin", status === "deprecated")} ${action("Mark as read", "read")}
      ${archived ? action("Restore", "restore") : button("Archive", () => archive(owner, slug))}
    </div>
    ${editForm(state, "pages", owner, { ...page })} ${state.form === "compile" ? compileForm(state, owner, slug) : nothing}`;
}

function compileForm(state: State, { organizationId, brainId }: BrainOwner, slug: string): TemplateResult {
  return formView(state, {
    name: "compile",
    label: "Compile the page",
    fields: [
      { name: "ingestSourceId", title: "Ingest source to add", type: "id", placeholder: "Leave empty to add none" },
      { name: "body", title: "New body", type: "area", placeholder: "Leave empty to keep the body" },
    ],
    submit: "Compile now",
    done: "The page was compiled.",
    run: ({ ingestSourceId, ...content }) => {
      const sources = ingestSourceId === undefined ? {} : { sources: [{ ingestSourceId }] };
      return call("pages/compile", { brainId, slug, ...content, ...sources }, organizationId);
    },
  });
}

/** Archiving is an operation of the service, so it needs a key of the organization. */
function archive({ organizationId, brainId }: BrainOwner, slug: string): Promise<unknown> {
  return perform("Done: Archive.", async () => {
    const [key] = await call("apiKeys/list", { limit: 1 }, organizationId);
    if (!key) throw new Error("Archiving a page needs an API key. Create one for the organization first.");
    const { response } = await callOperation("pages.archive", { brainId, slug }, key.key);
    if (!response.ok) throw new Error(`Failed to archive the page: the response has status ${response.status}.`);
  });
}
