import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createHandlers } from "@knowledge-base/server/msw";
import { http } from "msw";
import { setupWorker } from "msw/browser";

declare global {
  interface Window {
    /** The server that answers this page, for the console of the browser and for tests. */
    knowledgeBase: ReferenceServer;
  }
}

/** Puts a reference server in the place of the service. It lives in the page, and begins again whenever the page does. */
export async function startReferenceServer(): Promise<void> {
  const server = createReferenceServer({ baseUrl: import.meta.env.VITE_KNOWLEDGE_BASE_URL, seed: demoSeed() });
  // What is no operation must not reach the service either. Other requests of the page, such as those of Vite, pass.
  const anythingElse = http.all(`${server.baseUrl}/*`, ({ request }) => server.fetch(request));
  await setupWorker(...createHandlers(server), anythingElse).start({ onUnhandledFrame: "bypass", quiet: true });
  sessionStorage.setItem("key", server.apiKey);
  window.knowledgeBase = server;
}
