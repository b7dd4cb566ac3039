import type { IndexEntry, KnowledgeBase } from "@knowledge-base/sdk";
import { find, say } from "./elements.ts";

const brainId = import.meta.env.VITE_BRAIN_ID;

/** Shows the pages of the brain. Rejects with the errors of the client. */
export async function showBoard(kb: KnowledgeBase): Promise<void> {
  const entries = await kb.promptIndex.get({ brainId });
  find("#board").replaceChildren(...entries.map((entry) => showPage(kb, entry)));
  say(`${entries.length} pages`);
}

function showPage(
  kb: KnowledgeBase,
  { slug, title, summary, pageType, pinned, status }: IndexEntry,
): HTMLElement {
  const { content } = find<HTMLTemplateElement>("#page");
  const item = find("li", content.cloneNode(true) as DocumentFragment);
  find("h2", item).textContent = title;
  // The index cuts summaries at 160 characters.
  find(".summary", item).textContent = summary.length < 160 ? summary : `${summary}…`;
  const labels = [
    pageType,
    ...(pinned ? ["pinned"] : []),
    ...(status === "active" ? [] : [status]),
  ];
  find(".labels", item).append(...labels.map(showLabel));
  const button = find<HTMLButtonElement>("button", item);
  button.ariaLabel = `Archive ${title}`;
  button.onclick = async () => {
    button.disabled = true;
    const result = await kb.pages.archive({ brainId, slug }).safe();
    if (result.ok) item.remove();
    else button.disabled = false;
    say(
      result.ok
        ? `“${title}” is archived`
        : `“${title}” is not archived: ${result.error.message}`,
    );
  };
  return item;
}

function showLabel(text: string): HTMLElement {
  const label = document.createElement("span");
  label.className = text;
  label.textContent = text;
  return label;
}
