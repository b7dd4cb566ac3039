import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { emptyState, showAllOrganizations } from "../../core/empty-state.ts";
import { organizationName } from "../../core/record-names.ts";
import { linkTo } from "../../core/route.ts";
import { requestDetails } from "./request-details.ts";
import { requestHeadings, requestRow } from "./request-row.ts";
import { requestToolbar } from "./request-toolbar.ts";
import { VirtualList } from "./virtual-list.ts";

const narrow = matchMedia("(max-width: 45rem)");

/** The list of requests, and the selected one. */
export class RequestsPanel {
  readonly #app: App;
  readonly #list: VirtualList<ReturnType<App["requests"]["select"]>[number]>;

  constructor(app: App) {
    this.#app = app;
    this.#list = new VirtualList(() => app.update({}));
  }

  render(): TemplateResult {
    const app = this.#app;
    const { filter, organizationId, route } = app.model;
    const [selected] = route.path;
    const requests = app.requests.select(filter, organizationId);
    const list = this.#list.render({
      items: requests,
      rowHeight: this.#rowHeight,
      keyOf: ({ id }) => id,
      headings: requestHeadings(),
      headingsHeight: narrow.matches ? 0 : 32,
      renderRow: (request, index) => requestRow(request, index, request.id === selected),
      label: "Requests, newest first",
    });
    return html`<div class="panel split ${selected === undefined ? "" : "has-details"}">
      <section class="master" aria-label="Requests" @keydown=${(event: KeyboardEvent) => this.#move(event)}>
        ${requestToolbar(app, requests.length)}
        ${requests.length === 0 ? this.#empty() : list}
      </section>
      ${selected === undefined ? nothing : requestDetails(app, selected)}
    </div>`;
  }

  get #rowHeight(): number {
    return narrow.matches ? 60 : 38;
  }

  #empty(): TemplateResult {
    const app = this.#app;
    const { filter, organizationId } = app.model;
    if (organizationId !== null && app.requests.count(null) > 0 && app.requests.count(organizationId) === 0) {
      return emptyState({
        title: `None of ${organizationName(app, organizationId).slice(0, 60)}.`,
        text: "There are only requests of other organizations, or without a valid key.",
        action: showAllOrganizations((change) => app.update(change)),
      });
    }
    if (filter.text.trim() !== "" || filter.outcome !== "all") {
      return emptyState({
        title: "No request matches.",
        text: "There are requests, but none with this text and outcome.",
        action: html`<button type="button" @click=${() => app.update({ filter: { text: "", outcome: "all" } })}>Clear the search</button>`,
      });
    }
    return emptyState({
      title: "No requests yet.",
      text: html`Requests below <code>/v1</code> and their responses appear here.`,
      action: html`<a href=${linkTo("try")}>Try an operation</a>`,
    });
  }

  /** Moves the selection with the arrow keys, and the focus with it. */
  #move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>(".request") : null;
    if (step === undefined || !row) return;
    event.preventDefault();
    const { filter, organizationId } = this.#app.model;
    const requests = this.#app.requests.select(filter, organizationId);
    const index = requests.findIndex(({ id }) => id === row.dataset["id"]) + step;
    const next = requests[index];
    if (!next) return;
    this.#list.reveal(index, this.#rowHeight);
    location.replace(linkTo("requests", next.id));
    requestAnimationFrame(() =>
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-id="${CSS.escape(next.id)}"] a`)?.focus()),
    );
  }
}
