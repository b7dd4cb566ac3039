import type { NotificationReport, RankedPage } from "@knowledge-base/server";
import type { Page } from "@knowledge-base/types";
import { html, nothing, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { dataText, jsonText, plainText } from "../../components.ts";
import { formButton, formView } from "../forms.ts";
import { load, perform } from "../live.ts";
import { button, emptyState, factList, formatCount, formatDay, listView, loadedView, tabs } from "../parts.ts";
import { call, callOperation } from "../server.ts";
import { type AppState, linkTo } from "../store.ts";
import { type BrainOwner, recordKinds, suggestValues } from "./record-kinds.ts";
import { editButton, editForm, newButton, newForm, recordTable, recordTitle } from "./record-views.ts";

const views = { pages: "Pages", index: "Prompt index", bindings: "Bindings" } as const;

/** Renders the pages of a brain, its prompt index, or its bindings. */
export function brainView(state: AppState, owner: BrainOwner, [view = "pages", slug]: readonly string[]): unknown {
  const { organizationId, brainId } = owner;
  return loadedView(load("brains/get", { brainId }, organizationId), (brain) => {
    const sendBrief = () => perform(describeReport, () => call("brains/sendDailyBrief", { brainId }, organizationId));
    const buttons = html`${newButton(state, "pages", true)} ${button("Send the daily brief", sendBrief)}
      ${formButton(state, "Report a connection", "connection")}`;
    const links = Object.entries(views).map(([id, title]) => {
      return [linkTo("state", organizationId, "brains", brainId, id), title, id === view] as const;
    });
    return html`
      ${recordTitle(state, "brains", { organizationId }, { ...brain }, buttons)}
      ${newForm(state, "pages", owner)} ${state.form === "connection" ? connectionForm(state, owner) : nothing}
      ${tabs("Views of the brain", links)}
      ${view === "bindings" ? recordTable(state, "bindings", owner) : pagesView(state, owner, view === "index" ? view : "pages", slug)}
    `;
  });
}

function connectionForm(state: AppState, owner: BrainOwner): TemplateResult {
  const { organizationId, brainId } = owner;
  const slug = { type: "id", isRequired: true, values: suggestValues("slug", owner) } as const;
  return formView(state, {
    name: "connection",
    label: "Report a connection",
    fields: ["First", "Second"].map((name) => ({ ...slug, name, title: `${name} slug` })),
    submit: "Report",
    done: describeReport,
    run: (slugs) => call("brains/reportConnection", { brainId, slugs: Object.values(slugs) }, organizationId),
  });
}

function describeReport({ delivered, skipped }: NotificationReport): string {
  return `${formatCount(delivered.length, "channel")} received it, ${skipped.length} did not.`;
}

function pagesView(state: AppState, owner: BrainOwner, view: "pages" | "index", slug?: string): TemplateResult {
  const { organizationId, brainId } = owner;
  const link: PageLink = (other, text) => {
    const href = linkTo("state", organizationId, "brains", brainId, view, other);
    const isShown = other === slug;
    return html`<a href=${href} aria-current=${isShown ? "true" : "false"} ${ref(isShown ? showCard : undefined)}>${text}</a>`;
  };
  const noPages = () => emptyState("No pages.", recordKinds.pages.empty, newButton(state, "pages"));
  const list = view === "index" ? rankedPages(owner, link, noPages) : pageList(owner, link, noPages);
  return html`<div class="split pages ${slug === undefined ? "" : "has-details"}">
    <section class="master" aria-label=${views[view]}>${list}</section>
    ${slug === undefined ? nothing : pageView(state, owner, slug, linkTo("state", organizationId, "brains", brainId, view))}
  </div>`;
}

// Cards get their heights when they're first drawn (content-visibility), so this scrolls a frame later.
function showCard(link?: Element): void {
  const show = () => link?.parentElement?.matches(".card") && link.scrollIntoView({ block: "nearest" });
  requestAnimationFrame(() => requestAnimationFrame(show));
}

type PageLink = (slug: string, text: unknown) => TemplateResult;

function pageList({ organizationId, brainId }: BrainOwner, link: PageLink, renderEmpty: () => unknown): unknown {
  const card = ({ slug, title, summary, updatedAt, version, ...page }: Page) => html`<li class="card">
    ${link(slug, dataText(title))}
    <p class="hint">${dataText(summary)}</p>
    <p class="row hint">${pageTags(page)} <span>version ${version}</span> <time datetime=${updatedAt}>${formatDay(updatedAt)}</time></p>
  </li>`;
  const pages = load("pages/list", { brainId, limit: 1000, includeHidden: true }, organizationId);
  return listView(pages, (all) => html`<ul class="cards">${all.map(card)}</ul>`, renderEmpty);
}

function rankedPages({ organizationId, brainId }: BrainOwner, link: PageLink, renderEmpty: () => unknown): unknown {
  const card = ({ slug, position, title, why, ...page }: RankedPage) => html`<li class="card">
    ${link(slug, html`<span class="soft">${position ?? "–"}</span> ${dataText(title)}`)}
    <p class="hint">${dataText(why, 600)}.</p>
    <p class="row hint">${pageTags(page)}</p>
  </li>`;
  const render = (pages: readonly RankedPage[]) => {
    const hidden = pages.filter(({ position }) => position === null);
    const others = html`<h3 class="card">Not in the index (${hidden.length})</h3> <ul class="cards">${hidden.map(card)}</ul>`;
    return html`<ol class="cards">${pages.filter(({ position }) => position !== null).map(card)}</ol>
      ${hidden.length === 0 ? nothing : others}`;
  };
  return listView(load("brains/rankPages", { brainId, limit: 500 }, organizationId), render, renderEmpty, 500);
}

const shownAbove = ["title", "summary", "body", "status", "pinned", "archived", "pageType", "sources"];

function pageView(state: AppState, owner: BrainOwner, slug: string, closed: string): TemplateResult {
  const { organizationId, brainId } = owner;
  return html`<article class="details content stack" aria-label="Page">
    <a class="close" href=${closed} aria-label="Close the page">×</a>
    ${loadedView(
      load("pages/get", { brainId, slug }, organizationId),
      (page) => html`
        <p class="row hint">${pageTags(page)}</p>
        <h2>${dataText(page.title, 2000)}</h2>
        <p class="soft">${dataText(page.summary, 2000)}</p>
        ${pageActions(state, owner, page)}
        ${plainText(page.body)}
        ${factList(page, shownAbove)}
        <h3>sources</h3>
        ${jsonText(JSON.stringify(page.sources), true)}
      `,
    )}
  </article>`;
}

function pageTags({ status, pinned, pageType }: Pick<Page, "status" | "pinned" | "pageType">): TemplateResult {
  return html`<span class="tag ${status}">${status}</span>
    ${pinned ? html`<span class="tag pinned">pinned</span>` : nothing} <span class="tag">${pageType}</span>`;
}

// Every page has the same buttons in the same places: none moves under the pointer.
function pageActions(state: AppState, owner: BrainOwner, page: Page): TemplateResult {
  const { organizationId, brainId } = owner;
  const { slug, title, archived, pinned, status } = page;
  type Change = "pin" | "unpin" | "deprecate" | "restore" | "read" | "mark";
  const action = (text: string, path: Change, done: string, isDisabled = false, more = {}) => {
    const change = () => call(`pages/${path}`, { brainId, slug, ...more }, organizationId);
    return button(text, () => perform(done, change), isDisabled);
  };
  const mark = (next: string) =>
    action(`Mark as ${next}`, "mark", `Marked ${title} as ${next}.`, archived || status === next, { status: next });
  return html`<div class="row">
      ${editButton(state, "pages", { ...page }, archived)} ${formButton(state, "Compile", "compile", { isDisabled: archived })}
      ${mark("active")} ${mark("stale")} ${mark("contested")}
      ${action("Deprecate", "deprecate", `Deprecated ${title}.`, archived || pinned || status === "deprecated")}
      ${action("Mark as read", "read", `Marked ${title} as read.`)}
      ${action("Pin", "pin", `Pinned ${title}.`, pinned || status === "deprecated")}
      ${action("Unpin", "unpin", `Unpinned ${title}.`, !pinned)}
      ${archived ? action("Restore", "restore", `Restored ${title}.`) : button("Archive", () => archive(owner, page))}
    </div>
    ${editForm(state, "pages", owner, { ...page })} ${state.form === "compile" ? compileForm(state, owner, slug) : nothing}`;
}

function compileForm(state: AppState, { organizationId, brainId }: BrainOwner, slug: string): TemplateResult {
  return formView(state, {
    name: "compile",
    label: "Compile the page",
    fields: [
      { name: "ingestSourceId", title: "Ingest source to add", type: "id", placeholder: "Leave empty to add none" },
      { name: "body", title: "New body", type: "body", placeholder: "Leave empty to keep the body" },
    ],
    submit: "Compile now",
    run: ({ ingestSourceId, ...content }) => {
      const sources = ingestSourceId === undefined ? {} : { sources: [{ ingestSourceId }] };
      return call("pages/compile", { brainId, slug, ...content, ...sources }, organizationId);
    },
    done: ({ title }) => `Compiled ${title}.`,
  });
}

// Archiving is an operation of the service: it needs a key of the organization.
function archive({ organizationId, brainId }: BrainOwner, { slug, title }: Page): Promise<unknown> {
  return perform(`Archived ${title}.`, async () => {
    const [key] = await call("apiKeys/list", { limit: 1 }, organizationId);
    if (!key) throw new Error("Archiving a page needs an API key. Create one for the organization first.");
    const response = await callOperation("pages.archive", { brainId, slug }, key.key);
    if (!response.ok) throw new Error(`Failed to archive the page: the response has status ${response.status}.`);
  });
}
