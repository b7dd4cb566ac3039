import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../../core/app.ts";
import { linkTo } from "../../core/route.ts";
import { requestDetails } from "./request-details.ts";
import { requestRow } from "./request-row.ts";
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
    if (this.#app.requests.size > 0) return html`<p class="empty">No request matches.</p>`;
    return html`<div class="empty">
      <p><strong>No requests yet.</strong></p>
      <p>Requests below <code>/v1</code> and their responses appear here. <a href=${linkTo("try")}>Try an operation</a> to send one.</p>
    </div>`;
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
