import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { operations } from "../../../examples/custom-operations/implementations.ts";

const baseUrl = "https://kb.example.com";

const server = createReferenceServer({ baseUrl, apiKey: "YOUR_API_KEY", seed: demoSeed(), operations });

const { fetch: platformFetch } = globalThis;
// Names below .test never resolve: requests to them can only reach handlers of msw.
const here = new Set(["127.0.0.1", "localhost"]);

// Documents use a base URL and a key that readers replace. Here they belong to a reference server with the demo seed.
const serviceFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.origin === baseUrl) return server.fetch(new Request(input, init));
  if (here.has(url.hostname) || url.hostname.endsWith(".test")) return platformFetch(input, init);
  throw new TypeError(`A document sends a request to ${url.host}: let it be ${baseUrl}.`);
};

/**
 * Resets the reference server and the global `fetch` for a program. A program in which msw intercepts requests gets the
 * `fetch` of the platform, because msw sees only requests that leave it.
 */
export function resetService(program: string): void {
  server.reset();
  globalThis.fetch = program.includes('from "msw/node"') ? platformFetch : serviceFetch;
}
