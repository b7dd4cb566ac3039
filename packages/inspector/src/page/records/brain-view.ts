import type { NotificationReport, RankedPage } from "@knowledge-base/server";
import type { Page } from "@knowledge-base/types";
import { html, nothing, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { dataText, jsonText, plainText } from "../../components.ts";
import { actionButton, formButton } from "../forms.ts";
import { load } from "../live.ts";
import { emptyState, factList, formatCount, formatDay, listView, loadedView, tabs } from "../parts.ts";
import { call, callOperation } from "../server.ts";
import { linkTo } from "../store.ts";
import { type BrainOwner, recordKinds, suggestValues } from "./record-kinds.ts";
import { editButton, newButton, recordTable, recordTitle } from "./record-views.ts";

const views = { pages: "Pages", index: "Prompt index", bindings: "Bindings" } as const;

const linkToView = ({ organizationId, brainId }: BrainOwner, ...path: readonly string[]) =>
  linkTo("state", organizationId, "brains", brainId, ...path);

/** Renders the pages of a brain, its prompt index, or its bindings. */
export function brainView(owner: BrainOwner, [view = "pages", slug]: readonly string[]): unknown {
  return loadedView(load("brains/get", owner), (brain) => {
    const sendBrief = () => call("brains/sendDailyBrief", owner);
    const buttons = html`${newButton("pages", owner, true)} ${actionButton("Send the daily brief", describeReport, sendBrief)}
      ${formButton("Report a connection", () => connectionForm(owner))}`;
    const links = Object.entries(views).map(([id, title]) => {
      return [linkToView(owner, id), title, id === view] as const;
    });
    return html`
      ${recordTitle("brains", owner, { ...brain }, buttons)}
      ${tabs("Views of the brain", links)}
      ${view === "bindings" ? recordTable("bindings", owner) : pagesView(owner, view === "index" ? view : "pages", slug)}
    `;
  });
}

function connectionForm(owner: BrainOwner) {
  const values = suggestValues("slug", owner);
  return {
    name: "Report a connection",
    fields: ["First slug", "Second slug"].map((name) => ({ name, values, isRequired: true })),
    submit: "Report",
    done: describeReport,
    run: (slugs: object) => call("brains/reportConnection", { ...owner, slugs: Object.values(slugs) }),
  };
}

function describeReport({ delivered, skipped }: NotificationReport): string {
  return `${formatCount(delivered.length, "channel")} received it, ${skipped.length} did not.`;
}

function pagesView(owner: BrainOwner, view: "pages" | "index", slug?: string): TemplateResult {
  const link: PageLink = (other, text) => {
    const href = linkToView(owner, view, other);
    const isShown = other === slug;
    return html`<a href=${href} aria-current=${isShown ? "true" : "false"} ${ref(isShown ? showCard : undefined)}>${text}</a>`;
  };
  const noPages = () => emptyState("No pages.", recordKinds.pages.empty, newButton("pages", owner));
  const list = view === "index" ? rankedPages(owner, link, noPages) : pageList(owner, link, noPages);
  return html`<div class="split pages ${slug === undefined ? "" : "has-details"}">
    <section class="master" aria-label=${views[view]}>${list}</section>
    ${slug === undefined ? nothing : pageView(owner, slug, linkToView(owner, view))}
  </div>`;
}

// Cards get their heights when they're first drawn (content-visibility), which may move the chosen one out of view again.
function showCard(link?: Element): void {
  if (!link) return;
  const observer = new IntersectionObserver(([entry]) => {
    const isHidden = entry?.isIntersecting === false && link.parentElement?.matches(".card");
    if (isHidden) link.scrollIntoView({ block: "nearest" });
  });
  observer.observe(link);
  setTimeout(() => observer.disconnect(), 1000);
}

type PageLink = (slug: string, text: unknown) => TemplateResult;

function pageCard(link: TemplateResult, page: TaggedPage, text: string, more: unknown = nothing): TemplateResult {
  return html`<li class="card">
    ${link}
    <p class="hint">${dataText(text, 600)}</p>
    <p class="row hint">${pageTags(page)} ${more}</p>
  </li>`;
}

function pageList(owner: BrainOwner, link: PageLink, renderEmpty: () => unknown): unknown {
  const card = ({ slug, title, summary, updatedAt, version, ...page }: Page) => {
    const more = html`<span>version ${version}</span> <time datetime=${updatedAt}>${formatDay(updatedAt)}</time>`;
    return pageCard(link(slug, dataText(title)), page, summary, more);
  };
  const pages = load("pages/list", { ...owner, limit: 1000, includeHidden: true });
  return listView(pages, (all) => html`<ul class="cards">${all.map(card)}</ul>`, renderEmpty);
}

function rankedPages(owner: BrainOwner, link: PageLink, renderEmpty: () => unknown): unknown {
  const card = ({ slug, position, title, why, ...page }: RankedPage) =>
    pageCard(link(slug, html`<span class="soft">${position ?? "–"}</span> ${dataText(title)}`), page, `${why}.`);
  const render = (pages: readonly RankedPage[]) => {
    const hidden = pages.filter(({ position }) => position === null);
    const others = html`<h3 class="card">Not in the index (${hidden.length})</h3> <ul class="cards">${hidden.map(card)}</ul>`;
    return html`<ol class="cards">${pages.filter(({ position }) => position !== null).map(card)}</ol>
      ${hidden.length === 0 ? nothing : others}`;
  };
  return listView(load("brains/rankPages", { ...owner, limit: 500 }), render, renderEmpty, 500);
}

const shownAbove = ["title", "summary", "body", "status", "pinned", "archived", "pageType", "sources"];

function pageView(owner: BrainOwner, slug: string, closed: string): TemplateResult {
  return html`<article class="details content stack" aria-label="Page">
    <a class="close" href=${closed} aria-label="Close the page">×</a>
    ${loadedView(
      load("pages/get", { ...owner, slug }),
      (page) => html`
        <p class="row hint">${pageTags(page)}</p>
        <h2>${dataText(page.title, 2000)}</h2>
        <p class="soft">${dataText(page.summary, 2000)}</p>
        ${pageActions(owner, page)}
        ${plainText(page.body)}
        ${factList(page, shownAbove)}
        <h3>sources</h3>
        ${jsonText(JSON.stringify(page.sources), true)}
      `,
    )}
  </article>`;
}

type TaggedPage = Pick<Page, "status" | "pinned" | "pageType">;

function pageTags({ status, pinned, pageType }: TaggedPage): TemplateResult {
  return html`<span class="tag ${status}">${status}</span>
    ${pinned ? html`<span class="tag pinned">pinned</span>` : nothing} <span class="tag">${pageType}</span>`;
}

// Every page has the same buttons in the same places: none moves under the pointer.
function pageActions(owner: BrainOwner, page: Page): TemplateResult {
  const { slug, title, archived, pinned, status } = page;
  type Change = "pin" | "unpin" | "deprecate" | "restore" | "read" | "mark";
  const action = (text: string, path: Change, done: string, isDisabled = false, more = {}) => {
    const change = () => call(`pages/${path}`, { ...owner, slug, ...more });
    return actionButton(text, done, change, { isDisabled });
  };
  const mark = (next: string) =>
    action(`Mark as ${next}`, "mark", `Marked ${title} as ${next}.`, archived || status === next, { status: next });
  return html`<div class="row">
    ${editButton("pages", owner, { ...page }, archived)}
    ${formButton("Compile", () => compileForm(owner, slug), { isDisabled: archived })}
    ${mark("active")} ${mark("stale")} ${mark("contested")}
    ${action("Deprecate", "deprecate", `Deprecated ${title}.`, archived || pinned || status === "deprecated")}
    ${action("Mark as read", "read", `Marked ${title} as read.`)}
    ${action("Pin", "pin", `Pinned ${title}.`, pinned || status === "deprecated")}
    ${action("Unpin", "unpin", `Unpinned ${title}.`, !pinned)}
    ${
      archived
        ? action("Restore", "restore", `Restored ${title}.`)
        : actionButton("Archive", `Archived ${title}.`, () => archive(owner, slug))
    }
  </div>`;
}

function compileForm(owner: BrainOwner, slug: string) {
  return {
    name: "Compile the page",
    fields: [
      { name: "ingestSourceId", title: "Ingest source to add", placeholder: "Leave empty to add none" },
      { name: "body", title: "New body", type: "body", placeholder: "Leave empty to keep the body" },
    ] as const,
    submit: "Compile now",
    run: ({ ingestSourceId, ...content }: Readonly<Record<string, unknown>>) => {
      const sources = ingestSourceId === undefined ? {} : { sources: [{ ingestSourceId }] };
      return call("pages/compile", { ...owner, slug, ...content, ...sources });
    },
    done: ({ title }: Page) => `Compiled ${title}.`,
  };
}

// Archiving is an operation of the service: it needs a key of the organization.
async function archive({ organizationId, brainId }: BrainOwner, slug: string): Promise<void> {
  const [key] = await call("apiKeys/list", { organizationId, limit: 1 });
  if (!key) throw new Error("Archiving a page needs an API key. Create one for the organization first.");
  const response = await callOperation("pages.archive", { brainId, slug }, key.key);
  if (!response.ok) throw new Error(`Failed to archive the page: the response has status ${response.status}.`);
}
