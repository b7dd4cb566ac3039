import type { NotificationReport, RankedPage } from "@knowledge-base/server";
import type { Page } from "@knowledge-base/types";
import { html, nothing, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { dataText, jsonText, plainText } from "../../components.ts";
import { actionButton, formButton } from "../forms.ts";
import { keepLoaded, type Loaded } from "../live.ts";
import { detailsView, emptyState, factList, formatCount, listView, loadedView, tabs } from "../parts.ts";
import { linkTo } from "../routes.ts";
import { call, callOperation } from "../server.ts";
import { type BrainOwner, recordRows, suggestValues } from "./record-rows.ts";
import { editButton, newButton, recordTable, recordTitle } from "./record-views.ts";

const views = { pages: "Pages", index: "Prompt index", bindings: "Bindings" } as const;

const linkToView = ({ organizationId, brainId }: BrainOwner, ...path: readonly string[]) =>
  linkTo("state", organizationId, "brains", brainId, ...path);

/** Renders the pages of a brain, its prompt index, or its bindings. */
export function brainView(owner: BrainOwner, [view = "pages", slug]: readonly string[]): unknown {
  return loadedView(keepLoaded("brains/get", owner), (brain) => {
    const sendBrief = () => call("brains/sendDailyBrief", owner);
    const buttons = html`${newButton("pages", owner)} ${actionButton("Send the daily brief", describeReport, sendBrief)}
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
  const isRanked = view === "index";
  const limit = isRanked ? 500 : 1000;
  const pages: Loaded<readonly (Page | RankedPage)[]> = isRanked
    ? keepLoaded("brains/rankPages", { ...owner, limit })
    : keepLoaded("pages/list", { ...owner, limit, includeHidden: true });
  const card = (page: Page | RankedPage) => pageCard(page, linkToView(owner, view, page.slug), page.slug === slug);
  const list = (all: readonly (Page | RankedPage)[]) => html`<ol class="cards">${all.map(card)}</ol>`;
  const noPages = () => emptyState("No pages.", recordRows.pages.empty, newButton("pages", owner));
  return html`<div class="split pages ${slug === undefined ? "" : "has-details"}">
    <section class="master" aria-label=${views[view]}>${listView(pages, list, noPages, limit)}</section>
    ${slug === undefined ? nothing : pageView(owner, slug, linkToView(owner, view))}
  </div>`;
}

// In the prompt index, a card has the position of its page, and the reason for it.
function pageCard(page: Page | RankedPage, href: string, isShown: boolean): TemplateResult {
  const position = "why" in page ? html`<span class="soft">${page.position ?? "–"}</span>` : nothing;
  return html`<li class="card">
    <a href=${href} aria-current=${isShown ? "true" : "false"} ${ref(isShown ? showCard : undefined)}>${position} ${dataText(page.title)}</a>
    <p class="hint">${dataText("why" in page ? `${page.why}.` : page.summary, 600)}</p>
    <p class="row hint">${pageTags(page)}</p>
  </li>`;
}

// The narrower list beside a page may have moved the chosen card out of view.
function showCard(link?: Element): void {
  requestAnimationFrame(() => link?.scrollIntoView({ block: "nearest" }));
}

const shownAbove = ["title", "summary", "body", "status", "pinned", "archived", "pageType", "sources"];

function pageView(owner: BrainOwner, slug: string, closed: string): TemplateResult {
  const render = (page: Page) => html`
    <p class="row hint">${pageTags(page)}</p>
    <h2>${dataText(page.title, 2000)}</h2>
    <p class="soft">${dataText(page.summary, 2000)}</p>
    ${pageActions(owner, page)}
    ${plainText(page.body)}
    ${factList(page, shownAbove)}
    <h3>sources</h3>
    ${jsonText(JSON.stringify(page.sources), true)}
  `;
  return detailsView("page", closed, keepLoaded("pages/get", { ...owner, slug }), render);
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
