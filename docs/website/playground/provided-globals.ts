import { KnowledgeBase } from "@knowledge-base/sdk";
import type { ReferenceServer, State } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { givenValues } from "./provided-names.ts";

/** Base URL and key that documents use in place of the reader's. */
const exampleUrl = "https://kb.example.com";
const exampleKey = "YOUR_API_KEY";
const networkFetch = globalThis.fetch;

/** Returns the demo seed, with the key that documents use. */
export function exampleSeed(): State {
  const seed = demoSeed();
  const key = { key: exampleKey, organizationId: "org_harbour_line", role: "admin" };
  return { ...seed, apiKeys: [...(seed.apiKeys ?? []), key] };
}

/** Gives the global scope what a program may use, even if an earlier one replaced it. */
export function provideGlobals(server: ReferenceServer): void {
  const { baseUrl, apiKey, fetch: serverFetch } = server;
  const { brainId, slug } = givenValues;
  const origins = new Set([baseUrl, exampleUrl]);
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return origins.has(new URL(request.url).origin) ? serverFetch(request) : networkFetch(request);
  };
  const kb = new KnowledgeBase({ baseUrl, apiKey, dangerouslyAllowBrowser: true });
  Object.assign(globalThis, { fetch, kb, server, brainId, slug, process: { env: {} } });
}

/** The client, which programs of documents create without the option for browsers. No key leaves this page. */
export const BrowserKnowledgeBase = new Proxy(KnowledgeBase, {
  construct: (target, [options], newTarget) =>
    Reflect.construct(target, [{ dangerouslyAllowBrowser: true, ...options }], newTarget),
});
