import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { compareCalls } from "../../../scripts/budgets/measure.ts";

// CPU time of a call through `server.fetch`, relative to a router as a test would contain it.

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const server = createReferenceServer({ seed: demoSeed() });
const router = createRouter(server);
const base = `${server.baseUrl}/v1/brains/brain_operations`;
const headers = { "x-api-key": server.apiKey, "content-type": "application/json" };

const get = async (fetch: Fetch) => (await fetch(`${base}/index?limit=20`, { method: "GET", headers })).json();
const patch = async (fetch: Fetch) => {
  const init = { method: "PATCH", headers, body: '{"notifyBriefs":false}' };
  return (await fetch(`${base}/messaging/bindings/binding_bridge`, init)).json();
};
await compareCalls(
  "server.fetch-get",
  () => get(server.fetch),
  () => get(router),
  4000,
);
await compareCalls(
  "server.fetch-patch",
  () => patch(server.fetch),
  () => patch(router),
  4000,
);

/** A key, two routes, and nothing of validation, journal or faults. */
function createRouter({ apiKey, snapshot }: ReferenceServer): Fetch {
  const { bindings, pages } = snapshot();
  const bindingOf = new Map(bindings.map((binding) => [binding.id, binding]));
  const entries = pages
    .filter(({ brainId }) => brainId === "brain_operations")
    .slice(0, 20)
    .map(({ slug, title, summary, pageType, pinned, status }) => ({ slug, title, summary, pageType, pinned, status }));
  return async (url, init) => {
    const { pathname } = new URL(url);
    if (new Headers(init.headers).get("x-api-key") !== apiKey)
      return Response.json({ statusCode: 401 }, { status: 401 });
    const [, , , brainId, ...rest] = pathname.split("/");
    if (brainId !== "brain_operations") return Response.json({ statusCode: 404 }, { status: 404 });
    if (init.method === "GET" && rest[0] === "index") return Response.json(entries);
    const binding = bindingOf.get(rest[2] ?? "");
    if (!binding || init.method !== "PATCH") return Response.json({ statusCode: 404 }, { status: 404 });
    const updated = { ...binding, ...JSON.parse(init.body as string) };
    bindingOf.set(updated.id, updated);
    return Response.json(updated);
  };
}
