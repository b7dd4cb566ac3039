import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { KnowledgeBase } from "@knowledge-base/sdk";
import type { StateInput } from "@knowledge-base/server";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { bundleWorker, controlToken, startRuntime } from "./start-runtime.ts";

// Compares the duration of requests, one after the other, to the command knowledge-base-server and to workerd. Both take turns,
// because other programs that run at the same time affect both.

const rounds = 10;
const requestsInRound = 100;
const [brainId, bindingId, organizationId] = ["brain", "binding", "org"];
const seed: StateInput = {
  version: 1,
  organizations: [{ id: organizationId }],
  brains: [{ id: brainId, organizationId }],
  pages: Array.from({ length: 50 }, (_, index) => ({ brainId, title: `Page ${index}` })),
  installations: [{ id: "installation", organizationId }],
  channels: [{ installationId: "installation", name: "general" }],
  bindings: [{ id: bindingId, brainId, installationId: "installation", channelId: "channel_general" }],
};

const storage = await mkdtemp(join(tmpdir(), "durable-objects-"));
await bundleWorker();
const runtime = await startRuntime(storage);
const command = spawn("knowledge-base-server", ["--port", "0", "--json", "--control-token", controlToken], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const [line]: string[] = await once(createInterface(command.stdout), "line");
  const { url }: { readonly url: string } = JSON.parse(line ?? "");
  const clients = [await createClient(url), await createClient(runtime.url)] as const;
  const calls = {
    "promptIndex.get": (kb: KnowledgeBase) => kb.promptIndex.get({ brainId }),
    "bindings.update": (kb: KnowledgeBase, count: number) =>
      kb.bindings.update({ brainId, bindingId, notifyBriefs: count % 2 === 0 }),
  };
  for (const [operation, call] of Object.entries(calls)) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, kb] of clients.entries()) {
        for (let count = 0; count < requestsInRound; count += 1) {
          const start = performance.now();
          await call(kb, count);
          times[index]?.push(performance.now() - start);
        }
      }
    }
    const [ofCommand, ofRuntime] = times.map(findMedian);
    console.log(
      `${operation}: command ${ofCommand?.toFixed(2)} ms, workerd ${ofRuntime?.toFixed(2)} ms, ${(Number(ofRuntime) / Number(ofCommand)).toFixed(1)} times as long`,
    );
  }
} finally {
  await runtime.kill();
  command.kill();
  await rm(storage, { recursive: true });
}

async function createClient(baseUrl: string): Promise<KnowledgeBase> {
  const server: ConnectedServer = await connect(baseUrl, { token: controlToken });
  const { apiKey } = await server.control.organizations.create({ seed });
  return new KnowledgeBase({ baseUrl, apiKey });
}

function findMedian(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}
