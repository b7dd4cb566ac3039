import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createHandlers } from "@knowledge-base/server/msw";
import { http } from "msw";
import { setupWorker } from "msw/browser";

declare global {
  interface Window {
    /** The reference server of this page, for the console of the browser and for tests. */
    knowledgeBase: ReferenceServer;
  }
}

/** Replaces the service by a reference server in the page, which starts again whenever the page is loaded. */
export async function startReferenceServer(): Promise<void> {
  const server = createReferenceServer({ baseUrl: import.meta.env.VITE_KNOWLEDGE_BASE_URL, seed: demoSeed() });
  // Other requests must not reach the service either. Requests of the page to other hosts, such as those of Vite, pass.
  const anythingElse = http.all(`${server.baseUrl}/*`, ({ request }) => server.fetch(request));
  await setupWorker(...createHandlers(server), anythingElse).start({ onUnhandledFrame: "bypass", quiet: true });
  sessionStorage.setItem("key", server.apiKey);
  window.knowledgeBase = server;
}
