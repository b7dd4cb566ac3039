// The option `fetch` takes the functions of runtimes and libraries, with and without the types of the DOM.
import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { fetch as undiciFetch } from "undici";

/** The function of Bun has a property of its own. */
declare const bunFetch: {
  (
    input: string | URL | Request,
    init?: RequestInit & { readonly verbose?: boolean; readonly proxy?: string },
  ): Promise<Response>;
  preconnect(url: string | URL): void;
};

const fetches: readonly NonNullable<ClientOptions["fetch"]>[] = [
  fetch,
  undiciFetch,
  bunFetch,
  async () => new Response("[]"),
  (url: string) => Promise.resolve(Response.json({ url })),
  async (url: string, init?: { readonly method?: string; readonly body?: string }) => new Response(init?.body ?? url),
];

export const clients = fetches.map((one) => new KnowledgeBase({ fetch: one, fetchOptions: { keepalive: true } }));
export const { pages, promptIndex } = new KnowledgeBase();
export const archived = pages.archive({ brainId: "b", slug: "s" }).safe();
