import { isKnowledgeBaseError, KnowledgeBase } from "@knowledge-base/sdk";
import { showBoard } from "./board.ts";
import { find, say } from "./elements.ts";
import "./style.css";

if (import.meta.env.DEV) {
  const { startReferenceServer } = await import("./development/reference-server.ts");
  await startReferenceServer();
}

const signIn = find<HTMLFormElement>("#sign-in");
signIn.onsubmit = (event) => {
  event.preventDefault();
  sessionStorage.setItem("key", find<HTMLInputElement>("#key").value);
  void open();
};
await open();

async function open(): Promise<void> {
  const apiKey = sessionStorage.getItem("key");
  signIn.hidden = apiKey !== null;
  if (apiKey === null) return;
  try {
    // Users enter their own keys, because everybody can read a key in the bundle.
    const baseUrl = import.meta.env.VITE_KNOWLEDGE_BASE_URL;
    await showBoard(
      new KnowledgeBase({ baseUrl, apiKey, dangerouslyAllowBrowser: true }),
    );
  } catch (error) {
    if (!isKnowledgeBaseError(error)) throw error;
    signIn.hidden = false;
    say(error.message);
  }
}
