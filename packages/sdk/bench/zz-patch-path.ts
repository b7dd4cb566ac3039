import { Session } from "node:inspector/promises";
import { KnowledgeBase } from "@knowledge-base/sdk";
const binding = { id: "b1", channelId: "c1", channelName: "x", brainId: "brain_operations", notifyBriefs: true, notifyChanges: true, isMember: true, createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z" };
const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "k".repeat(30), validate: "report", fetch: async () => Response.json(binding), logLevel: "error" });
const input = { brainId: "brain_operations", bindingId: "b1", notifyBriefs: true } as never;
console.log((await kb.bindings.update(input).safe()).ok);
const s = new Session(); s.connect();
await s.post("Profiler.enable");
await s.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
await s.post("Profiler.takePreciseCoverage");
await kb.bindings.update(input);
const { result } = await s.post("Profiler.takePreciseCoverage");
const files = new Map<string, string[]>();
for (const { url, functions } of result) {
  const m = /packages\/(\w+\/src\/.*)$/.exec(url); if (!m || !/^(sdk|types|internal)/.test(m[1]!)) continue;
  const names = functions.filter((f) => f.functionName && f.ranges[0]!.count > 0).map((f) => f.functionName);
  const any = functions.some((f) => f.ranges[0]!.count > 0);
  if (any) files.set(m[1]!, names);
}
let n = 0; for (const [f, names] of [...files].sort()) { n += names.length; console.log(names.length, f, names.join(" ")); }
console.log(files.size, n);
