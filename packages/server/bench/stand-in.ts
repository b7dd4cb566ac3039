import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { printFigures, repetitions } from "../../../scripts/bars/figures.ts";
import { median } from "../../../scripts/bars/median.ts";

type Answer = (url: string, init: RequestInit) => Promise<Response>;

/** What a test would write by hand: a key, two routes, and nothing of validation, journal or faults. */
function createRouterByHand(server: ReferenceServer): Answer {
  const { bindings, pages } = server.snapshot();
  const bindingOf = new Map(bindings.map((binding) => [binding.id, binding]));
  const entries = pages
    .filter(({ brainId }) => brainId === "brain_operations")
    .slice(0, 20)
    .map(({ slug, title, summary, pageType, pinned, status }) => ({ slug, title, summary, pageType, pinned, status }));
  return async (url, init) => {
    const { pathname } = new URL(url);
    const headers = new Headers(init.headers);
    if (headers.get("x-api-key") !== server.apiKey) return Response.json({ statusCode: 401 }, { status: 401 });
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

const server = createReferenceServer({ seed: demoSeed() });
const byHand = createRouterByHand(server);
const base = `${server.baseUrl}/v1/brains/brain_operations`;
const headers = { "x-api-key": server.apiKey, "content-type": "application/json" };

const calls = {
  GET: (fetch: Answer) => fetch(`${base}/index?limit=20`, { method: "GET", headers }),
  PATCH: (fetch: Answer) =>
    fetch(`${base}/messaging/bindings/binding_bridge`, { method: "PATCH", headers, body: '{"notifyBriefs":false}' }),
};

async function cpuTimeOf(call: () => Promise<Response>, count: number): Promise<number> {
  const start = process.cpuUsage();
  for (let index = 0; index < count; index += 1) await (await call()).json();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / count;
}

const rounds = repetitions(15);
const callsPerRound = 4000;

printFigures({ "server.fetch-get": await compare(calls.GET), "server.fetch-patch": await compare(calls.PATCH) });

/** Returns the median of the ratios of all rounds, of which each measures both. */
async function compare(call: (fetch: Answer) => Promise<Response>) {
  const ratios: number[] = [];
  let note = "";
  for (let round = 0; round < rounds; round += 1) {
    const hand = await cpuTimeOf(() => call(byHand), callsPerRound);
    const reference = await cpuTimeOf(() => call(server.fetch), callsPerRound);
    ratios.push(reference / hand);
    note = `${reference.toFixed(1)} µs, by hand ${hand.toFixed(1)} µs`;
  }
  return { value: median(ratios), note };
}
