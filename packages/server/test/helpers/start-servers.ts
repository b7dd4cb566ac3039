import { startHttp } from "@knowledge-base/internal/test-helpers/start-http.ts";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { readOAuthState } from "@knowledge-base/sdk/oauth";
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { onTestFinished } from "vitest";
import { buildState } from "./build-state.ts";

/** Names, and the page with which the application responds. */
type Options = { readonly brainName?: string; readonly organizationName?: string; readonly appPage?: () => string };

/** A reference server on a socket, and an application of the north organization on another. */
export async function startServers({ brainName = "Tides", organizationName = "North", appPage }: Options = {}) {
  const { organizations, brains } = buildState();
  const seen: { readonly url: string; readonly referer: string | undefined }[] = [];
  const appUrl = await startHttp(({ url = "", headers }, response) => {
    if (url !== "/favicon.ico") seen.push({ url, referer: headers.referer });
    response.writeHead(200, { "content-type": "text/html" }).end(appPage?.() ?? "<title>Application</title>");
  });
  const redirectUrl = `${appUrl}/callback`;
  const server = createReferenceServer({
    seed: buildState({
      organizations: organizations.map((one) => ({ ...one, name: organizationName, redirectUrl })),
      brains: brains.map((brain) => ({ ...brain, name: brainName })),
    }),
  });
  const decisions: number[] = [];
  const listener = await listen({
    ...server,
    async fetch(input, init) {
      const request = new Request(input, init);
      const response = await server.fetch(request);
      const { pathname } = new URL(request.url);
      if (request.method === "POST" && pathname.startsWith("/_platform/")) decisions.push(response.status);
      return response;
    },
  });
  onTestFinished(() => listener.close({ timeout: 0 }));
  const { url } = listener;
  const kb = new KnowledgeBase({ baseUrl: url, apiKey: server.apiKey });
  return {
    server,
    url,
    appUrl,
    seen,
    // Status of the response to each form that was sent.
    decisions,
    start: async () => {
      const started = await kb.oauth.start({ brainId: "brain_tides" });
      return { ...started, state: readOAuthState(started) };
    },
    // Removes the redirect URL, so that the server shows the callback on its own page.
    withoutApp: () => {
      server.control.organizations.update({ organizationId: "org_north", redirectUrl: null });
    },
  };
}
