import { randomUUID } from "node:crypto";
import { connect } from "@knowledge-base/server/control";

type Fields = Readonly<Record<string, unknown>>;

/** Addresses of nginx, and of the servers behind it. */
interface Addresses {
  readonly nginx: string;
  readonly servers: readonly string[];
}

/**
 * Returns a `fetch` for nginx that also executes controls: the server that has a brain executes those of this brain, and every
 * server all others. They generate different ids and keys, so all servers use those of the first.
 */
export function createClusterFetch(addresses: Addresses): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const { pathname, search } = new URL(url);
    if (!pathname.startsWith("/_control/")) return fetch(url, init);
    const input: Fields = JSON.parse(typeof init.body === "string" ? init.body : "{}");
    const brainId = findBrainId(input);
    const path = pathname + search;
    if (brainId !== undefined) return fetch((await locateBrain(brainId, addresses)) + path, init);
    return callAll(addresses.servers, path, input, init);
  };
}

async function callAll(
  servers: readonly string[],
  path: string,
  input: Fields,
  { headers = {} }: RequestInit,
): Promise<Response> {
  const call = (server: string, body: Fields) =>
    fetch(server + path, { method: "POST", headers, body: JSON.stringify(body) });
  const [first = "", ...others] = servers;
  const response = await call(first, input);
  if (!response.ok) return response;
  const text = await response.text();
  const output: unknown = text === "" ? null : JSON.parse(text);
  const { id, apiKey, key } = Object(output);
  const creates = path.startsWith("/_control/organizations/create") || path.startsWith("/_control/apiKeys/create");
  const outputs = [output];
  for (const server of others) {
    const next = await call(server, creates ? { ...input, id, apiKey, key } : input);
    if (!next.ok) return next;
    outputs.push(await next.json().catch(() => null));
  }
  // Each server has its own list, such as that of its deliveries.
  return new Response(Array.isArray(output) ? JSON.stringify(outputs.flat()) : text || null, response);
}

/** Returns the brain of a control: it is in the input, in an authorization URL or in a signed OAuth state. */
function findBrainId({ brainId, authorizationUrl, state }: Fields): string | undefined {
  if (typeof brainId === "string") return brainId;
  const url = typeof authorizationUrl === "string" ? new URL(authorizationUrl) : undefined;
  const signed = url ? url.searchParams.get("state") : state;
  if (typeof signed !== "string") return undefined;
  const [content = ""] = signed.split(".");
  return JSON.parse(Buffer.from(content, "base64url").toString()).brainId;
}

/** Sends a request for a brain to nginx, and returns the server that has received it. */
async function locateBrain(brainId: string, { nginx, servers }: Addresses): Promise<string> {
  const query = `located-by=${randomUUID()}`;
  await fetch(`${nginx}/v1/brains/${encodeURIComponent(brainId)}/index?${query}`);
  for (const server of servers) {
    const { journal } = await connect(server);
    const entries = await journal.entries({ last: 10 });
    if (entries.some((entry) => entry.query === query)) return server;
  }
  throw new Error(`No server has received the request for the brain ${brainId}.`);
}
