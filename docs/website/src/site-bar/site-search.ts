import "./site-search.css";
import { type FoundPage, findPages } from "./find-pages.ts";

/** Opens a dialog that searches the site. The index is loaded when a reader opens it for the first time. */
class SiteSearch extends HTMLElement {
  readonly #dialog = document.createElement("dialog");
  readonly #input = document.createElement("input");
  readonly #status = document.createElement("p");
  readonly #list = document.createElement("ol");
  #latestQuery = "";

  connectedCallback(): void {
    this.querySelector("button")?.addEventListener("click", () => this.#open());
    document.addEventListener("keydown", (event) => {
      const isShortcut = (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) || isSlash(event);
      if (!isShortcut) return;
      event.preventDefault();
      this.#open();
    });
    this.#createDialog();
  }

  #open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.select();
  }

  #createDialog(): void {
    this.#dialog.className = "search-dialog";
    this.#dialog.ariaLabel = "Search";
    Object.assign(this.#input, {
      type: "search",
      placeholder: "Search guides, operations and exports",
      ariaLabel: "Search",
    });
    this.#input.autocomplete = "off";
    this.#input.maxLength = 200;
    this.#status.setAttribute("role", "status");
    const close = document.createElement("button");
    Object.assign(close, { type: "button", textContent: "Close", onclick: () => this.#dialog.close() });
    const field = document.createElement("div");
    field.className = "search-field";
    field.append(this.#input, close);
    this.#dialog.append(field, this.#status, this.#list);
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
    this.#dialog.addEventListener("keydown", (event) => this.#moveFocus(event));
    this.#input.addEventListener("input", () => void this.#search());
    // In the body, because the bar has a stacking order and a height of its own.
    document.body.append(this.#dialog);
  }

  async #search(): Promise<void> {
    const query = this.#input.value.trim();
    this.#latestQuery = query;
    if (query === "") {
      this.#show("", []);
      return;
    }
    try {
      const { pages, corrected } = await findPages(this.dataset["base"] ?? "/", query);
      if (query !== this.#latestQuery) return;
      const count = pages.length === 1 ? "1 page" : `${pages.length} pages`;
      const shown =
        pages.length === 0 ? `No page contains “${query}”.` : corrected ? `${count} for “${corrected}”.` : `${count}.`;
      this.#show(shown, pages);
    } catch {
      this.#show("The search could not be loaded. Check your connection, and try again.", []);
    }
  }

  #show(status: string, pages: readonly FoundPage[]): void {
    this.#status.textContent = status;
    this.#list.replaceChildren(...pages.map(createItem));
  }

  #moveFocus(event: KeyboardEvent): void {
    const links = [...this.#list.querySelectorAll("a")];
    const at = links.findIndex((link) => link === document.activeElement);
    if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (links[at - 1] ?? this.#input).focus();
    else if (event.key === "Enter" && document.activeElement === this.#input) links[0]?.click();
    else return;
    event.preventDefault();
  }
}

function createItem({ url, title, section, excerpt }: FoundPage): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = url;
  const heading = document.createElement("strong");
  heading.textContent = title;
  const place = document.createElement("small");
  place.textContent = section;
  const text = document.createElement("span");
  text.innerHTML = excerpt; // Pagefind escapes the text of pages, and adds only mark elements.
  link.append(heading, " ", place, text);
  item.append(link);
  return item;
}

/** Returns whether a key press is a slash outside of fields. */
function isSlash({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable='true']");
  return key === "/" && !ctrlKey && !metaKey && !altKey && !isField;
}

customElements.define("site-search", SiteSearch);
