import { createReferenceServer } from "@knowledge-base/server";
import { inspectorUrl, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";

// The server that inspector.ts measures: a process of its own, which sends its CPU time when it is asked.

const server = createReferenceServer({ seed: demoSeed() });
const fetch = withControl(server, { inspector: true });
const listener = await listen({ ...server, fetch }, { port: 0 });
process.on("message", () => process.send?.(process.cpuUsage()));
process.send?.({ url: listener.url, inspectorUrl: inspectorUrl(fetch, listener.url), apiKey: server.apiKey });
