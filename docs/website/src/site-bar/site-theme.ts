const storageKey = "starlight-theme";
const systemIsLight = matchMedia("(prefers-color-scheme: light)");

/** Lets a reader choose the theme, and remembers it. */
class SiteTheme extends HTMLElement {
  connectedCallback(): void {
    const select = this.querySelector("select");
    if (!select) return;
    select.value = readChoice();
    select.addEventListener("change", () => {
      storeChoice(select.value);
      applyTheme();
    });
    systemIsLight.addEventListener("change", applyTheme);
  }
}

function applyTheme(): void {
  const choice = readChoice();
  const system = systemIsLight.matches ? "light" : "dark";
  document.documentElement.dataset["theme"] = choice === "auto" ? system : choice;
}

function readChoice(): string {
  try {
    const choice = localStorage.getItem(storageKey);
    return choice === "light" || choice === "dark" ? choice : "auto";
  } catch {
    return "auto"; // The page has no access to the storage.
  }
}

function storeChoice(choice: string): void {
  try {
    localStorage.setItem(storageKey, choice === "auto" ? "" : choice);
  } catch {
    // Without access to the storage, the choice is for this page alone.
    document.documentElement.dataset["theme"] = choice;
  }
}

customElements.define("site-theme", SiteTheme);
