import { html, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { repeat } from "lit-html/directives/repeat.js";

/** Options of {@link VirtualList.render}. */
interface VirtualListOptions<Item> {
  readonly items: readonly Item[];
  readonly rowHeight: number;
  /** A row that stays visible above the others. */
  readonly headings: TemplateResult;
  readonly headingsHeight: number;
  readonly keyOf: (item: Item) => string;
  readonly renderRow: (item: Item, index: number) => TemplateResult;
  /** Accessible name. */
  readonly label: string;
}

/** Rows that are rendered beyond the visible ones, so that scrolling and the Tab key find them. */
const overscan = 8;

/** Renders only the rows that are visible. If items are added at the top while the list is scrolled, the same rows stay visible. */
export class VirtualList<Item> {
  readonly #onScroll: () => void;
  #element: HTMLElement | undefined;
  #firstKey: string | undefined;
  #headingsHeight = 0;

  constructor(onScroll: () => void) {
    this.#onScroll = onScroll;
  }

  render(options: VirtualListOptions<Item>): TemplateResult {
    const { items, rowHeight, headings, headingsHeight, keyOf, renderRow, label } = options;
    this.#headingsHeight = headingsHeight;
    this.#keepPosition(options);
    const top = this.#element?.scrollTop ?? 0;
    const height = this.#element?.clientHeight ?? 800;
    const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
    const last = Math.min(items.length, Math.ceil((top + height) / rowHeight) + overscan);
    const shown = items.slice(first, last);
    return html`<div
      class="rows"
      role="table"
      aria-label=${label}
      aria-rowcount=${items.length + 1}
      @scroll=${this.#onScroll}
      ${ref((element) => this.#attach(element))}
    >
      <div role="rowgroup" class="headings">${headings}</div>
      <div role="rowgroup" .style=${`height: ${items.length * rowHeight}px`}>
        <div role="presentation" .style=${`transform: translateY(${first * rowHeight}px)`}>
          ${repeat(shown, keyOf, (item, index) => renderRow(item, first + index))}
        </div>
      </div>
    </div>`;
  }

  /** Scrolls to a row, unless it is visible. */
  reveal(index: number, rowHeight: number): void {
    const element = this.#element;
    if (!element) return;
    const top = index * rowHeight;
    const height = element.clientHeight - this.#headingsHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height;
  }

  #attach(element: Element | undefined): void {
    if (element === this.#element) return;
    this.#element = element instanceof HTMLElement ? element : undefined;
    // The height is known only now.
    if (this.#element) this.#onScroll();
  }

  #keepPosition({ items, rowHeight, keyOf }: VirtualListOptions<Item>): void {
    const first = items[0];
    const element = this.#element;
    const added = element && element.scrollTop > 0 ? items.findIndex((item) => keyOf(item) === this.#firstKey) : 0;
    if (element && added > 0) element.scrollTop += added * rowHeight;
    this.#firstKey = first && keyOf(first);
  }
}
