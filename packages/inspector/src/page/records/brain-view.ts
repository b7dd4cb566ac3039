import type { BrainsControl } from "@knowledge-base/server";
import type { Page } from "@knowledge-base/types";
import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../../components.ts";
import { formView } from "../forms.ts";
import { button, emptyState, formatCount, formatDay, listView, loadedView } from "../parts.ts";
import { linkTo } from "../route.ts";
import { call } from "../server.ts";
import { perform, type State } from "../store.ts";
import { load } from "../values.ts";
import { type BrainOwner, kinds, suggestValues } from "./kinds.ts";
import { pageTags, pageView } from "./page-view.ts";
import { formButton, newButton, newForm, recordHeading, recordTable } from "./record-views.ts";

const views = { pages: "Pages", index: "Prompt index", bindings: "Bindings" } as const;

/** Renders the pages of a brain, its prompt index, or its bindings. */
export function brainView(state: State, owner: BrainOwner, [view = "pages", slug]: readonly string[]): unknown {
  const { organizationId, brainId } = owner;
  return loadedView(load("brains/get", { brainId }, organizationId), (brain) => {
    const buttons = html`${newButton(state, "pages", true)} ${button("Send the daily brief", () => sendBrief(owner))}
      ${formButton(state, "Report a connection", "connection")}`;
    return html`
      ${recordHeading(state, "brains", { organizationId }, { ...brain }, buttons)}
      ${newForm(state, "pages", owner)} ${state.form === "connection" ? connectionForm(state, owner) : nothing}
      <nav class="tabs" aria-label="Views of the brain">
        ${Object.entries(views).map(
          ([id, title]) =>
            html`<a href=${linkTo("state", organizationId, "brains", brainId, id)} aria-current=${id === view ? "page" : "false"}>${title}</a>`,
        )}
      </nav>
      ${view === "index" ? rankedPages(state, owner) : view === "bindings" ? recordTable(state, "bindings", owner) : pageList(state, owner, slug)}
    `;
  });
}

function sendBrief({ organizationId, brainId }: BrainOwner): Promise<unknown> {
  return perform(describeReport, () => call("brains/sendDailyBrief", { brainId }, organizationId));
}

function connectionForm(state: State, owner: BrainOwner): TemplateResult {
  const { organizationId, brainId } = owner;
  const slug = { type: "id", isRequired: true, values: suggestValues("slug", owner) } as const;
  return formView(state, {
    name: "connection",
    label: "Report a connection",
    fields: [
      { ...slug, name: "first", title: "First slug" },
      { ...slug, name: "second", title: "Second slug" },
    ],
    submit: "Report",
    done: describeReport,
    run: ({ first, second }) => call("brains/reportConnection", { brainId, slugs: [first, second] }, organizationId),
  });
}

function describeReport({ delivered, skipped }: ReturnType<BrainsControl["sendDailyBrief"]>): string {
  return `${formatCount(delivered.length, "channel")} received it, ${skipped.length} did not.`;
}

function noPages(state: State): TemplateResult {
  return emptyState("No pages.", kinds.pages.empty, newButton(state, "pages"));
}

function pageList(state: State, owner: BrainOwner, slug: string | undefined): TemplateResult {
  const { organizationId, brainId } = owner;
  return html`<div class="split pages ${slug === undefined ? "" : "has-details"}">
    <section class="master" aria-label="Pages">
      ${listView(
        load("pages/list", { brainId, limit: 1000 }, organizationId),
        (pages) => html`<ul class="cards">${pages.map((page) => pageCard(page, owner, page.slug === slug))}</ul>`,
        () => noPages(state),
      )}
    </section>
    ${slug === undefined ? nothing : pageView(state, owner, slug)}
  </div>`;
}

function pageCard(page: Page, { organizationId, brainId }: BrainOwner, isSelected: boolean): TemplateResult {
  const { slug, title, summary, updatedAt, version } = page;
  return html`<li class="card">
    <a href=${linkTo("state", organizationId, "brains", brainId, "pages", slug)} aria-current=${isSelected ? "true" : "false"}>${dataText(title)}</a>
    <p class="hint clamp">${dataText(summary)}</p>
    <p class="row hint">${pageTags(page)} <span>version ${version}</span> <time datetime=${updatedAt}>${formatDay(updatedAt)}</time></p>
  </li>`;
}

/** Renders the prompt index of a brain, with the reason for the position of each page. */
function rankedPages(state: State, { organizationId, brainId }: BrainOwner): unknown {
  return listView(
    load("brains/rankPages", { brainId, limit: 500 }, organizationId),
    (pages) => html`<ol class="cards">
      ${pages.map(
        (page) => html`<li class="card">
          <a href=${linkTo("state", organizationId, "brains", brainId, "pages", page.slug)}><span class="soft">${page.position ?? "–"}</span> ${dataText(page.title)}</a>
          <p class="hint">${dataText(page.why, 600)}.</p>
          <p class="row hint">${pageTags(page)}</p>
        </li>`,
      )}
    </ol>`,
    () => noPages(state),
  );
}
