let count = 0;
const storageKey = "code-tab";

/** Shows one of several blocks of code at a time. A choice applies to all groups that have the same tab. */
class CodeTabs extends HTMLElement {
  readonly #tabs: HTMLButtonElement[] = [];
  #panels: readonly HTMLElement[] = [];

  connectedCallback(): void {
    if (this.#tabs.length > 0) return;
    this.#panels = [...this.querySelectorAll<HTMLElement>(":scope > .code-tab")];
    const list = document.createElement("div");
    list.setAttribute("role", "tablist");
    list.ariaLabel = "Code";
    for (const panel of this.#panels) {
      count += 1;
      const tab = document.createElement("button");
      Object.assign(tab, {
        type: "button",
        role: "tab",
        id: `code-tab-${count}`,
        textContent: panel.dataset["tab"] ?? "",
      });
      panel.id = `code-panel-${count}`;
      panel.role = "tabpanel";
      panel.setAttribute("aria-labelledby", tab.id);
      tab.setAttribute("aria-controls", panel.id);
      tab.addEventListener("click", () => this.#choose(tab.textContent));
      this.#tabs.push(tab);
    }
    list.append(...this.#tabs);
    list.addEventListener("keydown", (event) => this.#move(event));
    this.prepend(list);
    this.select(readChoice());
  }

  /** Shows the panel with a title; the first one if there is none with this title. */
  select(title: string | undefined): void {
    const found = this.#panels.findIndex((panel) => panel.dataset["tab"] === title);
    const chosen = Math.max(found, 0);
    for (const [index, tab] of this.#tabs.entries()) {
      tab.ariaSelected = String(index === chosen);
      tab.tabIndex = index === chosen ? 0 : -1;
      this.#panels[index]?.toggleAttribute("hidden", index !== chosen);
    }
  }

  #choose(title: string): void {
    storeChoice(title);
    for (const group of document.querySelectorAll<CodeTabs>("code-tabs")) {
      if (group.querySelector(`:scope > .code-tab[data-tab=${JSON.stringify(title)}]`)) group.select(title);
    }
  }

  #move(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = this.#tabs.findIndex((tab) => tab === document.activeElement);
    const next = this.#tabs.at((at + step) % this.#tabs.length);
    if (!next) return;
    event.preventDefault();
    next.focus();
    this.#choose(next.textContent);
  }
}

function readChoice(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined; // The page has no access to the storage.
  }
}

function storeChoice(title: string): void {
  try {
    localStorage.setItem(storageKey, title);
  } catch {
    // Without access to the storage, the choice is for this page alone.
  }
}

customElements.define("code-tabs", CodeTabs);
