import { type IndexEntry, isKnowledgeBaseError, KnowledgeBase } from "@knowledge-base/sdk";

const { VITE_KNOWLEDGE_BASE_URL: baseUrl, VITE_BRAIN_ID: brainId } = import.meta.env;

if (import.meta.env.DEV) {
  const { startReferenceServer } = await import("./reference-server.ts");
  await startReferenceServer();
}

const signIn = find<HTMLFormElement>("form");
signIn.onsubmit = (event) => {
  event.preventDefault();
  sessionStorage.setItem("key", find<HTMLInputElement>("input").value);
  void open();
};
await open();

// Users enter their own keys, because everybody can read a key in the bundle.
async function open(): Promise<void> {
  const apiKey = sessionStorage.getItem("key");
  signIn.hidden = apiKey !== null;
  if (apiKey === null) return;
  try {
    const kb = new KnowledgeBase({ baseUrl, apiKey, dangerouslyAllowBrowser: true });
    const entries = await kb.promptIndex.get({ brainId });
    find("ul").replaceChildren(...entries.map((entry) => createItem(kb, entry)));
    say(`${entries.length} pages`);
  } catch (error) {
    if (!isKnowledgeBaseError(error)) throw error;
    signIn.hidden = false;
    say(error.message);
  }
}

function createItem(kb: KnowledgeBase, { slug, title, summary }: IndexEntry): Node {
  const item = find<HTMLTemplateElement>("template").content.cloneNode(true) as DocumentFragment;
  find("h2", item).textContent = title;
  find("p", item).textContent = summary;
  const listItem = find("li", item);
  const button = find<HTMLButtonElement>("button", item);
  button.ariaLabel = `Archive ${title}`;
  button.onclick = async () => {
    const { error } = await kb.pages.archive({ brainId, slug }).safe();
    if (!error) listItem.remove();
    say(error ? `“${title}” is not archived: ${error.message}` : `“${title}” is archived`);
  };
  return item;
}

function find<Element extends HTMLElement>(selector: string, within: ParentNode = document): Element {
  const element = within.querySelector<Element>(selector);
  if (!element) throw new Error(`index.html has no ${selector}.`);
  return element;
}

function say(text: string): void {
  find("[role=status]").textContent = text;
}
