import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createHandlers } from "@knowledge-base/server/msw";
import { setupWorker } from "msw/browser";

declare global {
  interface Window {
    // For the console of the browser and for tests.
    knowledgeBase: ReferenceServer;
  }
}

/** Replaces the service by a reference server that starts when the page is loaded. */
export async function startReferenceServer(): Promise<void> {
  const server = createReferenceServer({
    baseUrl: import.meta.env.VITE_KNOWLEDGE_BASE_URL,
    seed: demoSeed(),
  });
  // No request may reach the service, not even one to an unknown path.
  // Requests to other hosts, such as the server of Vite, aren't intercepted.
  const handlers = createHandlers(server, { catchAll: true });
  await setupWorker(...handlers).start({ onUnhandledFrame: "bypass", quiet: true });
  sessionStorage.setItem("key", server.apiKey);
  window.knowledgeBase = server;
}
