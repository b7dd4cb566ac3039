import { KnowledgeBase } from "@knowledge-base/sdk";
import ky from "ky";

// CPU time of a call over an injected `fetch`: the client with validation, deadlines and redaction, beside bare ky with its
// defaults. Both sides run in turns in one process; the median of the rounds is printed as a ratio.

const rounds = 24;
const callsPerRound = 4000;

const baseUrl = "https://kb.example.com";
const apiKey = "kb_benchmark_key";
const brainId = "brain_operations";
const bindingId = "binding_bridge";

const index = JSON.stringify(
  Array.from({ length: 20 }, (_, number) => ({
    slug: `page-${number}`,
    title: `Page ${number}`,
    summary: "A summary of an ordinary length, which tells in a sentence or two what the page is about.",
    pageType: "topic",
    pinned: number < 3,
    status: "active",
  })),
);
const binding = JSON.stringify({
  id: bindingId,
  brainId,
  installationId: "installation_harbour_line",
  teamId: "T0HARBOUR",
  channelId: "C01BRIDGE",
  channelName: "bridge",
  status: "active",
  notifyBriefs: false,
  notifyConnections: true,
  notifyChanges: true,
  createdAt: "2026-03-02T09:30:00.000Z",
});

function answering(text: string) {
  const headers = { "content-type": "application/json" };
  const fetch = async () => new Response(text, { headers });
  return {
    kb: new KnowledgeBase({ baseUrl, apiKey, fetch }),
    kyOptions: { fetch, headers: { "x-api-key": apiKey } },
  };
}

const get = answering(index);
const patch = answering(binding);

await compare(
  "GET",
  () => ky.get(`${baseUrl}/v1/brains/${brainId}/index?limit=20`, get.kyOptions).json(),
  () => get.kb.promptIndex.get({ brainId, limit: 20 }),
);
await compare(
  "PATCH",
  () =>
    ky
      .patch(`${baseUrl}/v1/brains/${brainId}/messaging/bindings/${bindingId}`, {
        ...patch.kyOptions,
        json: { notifyBriefs: false },
      })
      .json(),
  () => patch.kb.bindings.update({ brainId, bindingId, notifyBriefs: false }),
);

async function compare(
  name: string,
  kyCall: () => Promise<unknown>,
  clientCall: () => Promise<unknown>,
): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await cpuMicroseconds(kyCall);
    const client = await cpuMicroseconds(clientCall);
    if (round >= rounds / 3) ratios.push(client / bare);
  }
  ratios.sort((left, right) => left - right);
  console.log(`${name}: client / bare ky = ${ratios[Math.floor(ratios.length / 2)]?.toFixed(2)} in CPU time`);
}

async function cpuMicroseconds(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < callsPerRound; count += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / callsPerRound;
}
