import { KnowledgeBase } from "@knowledge-base/sdk";
import { printFigures } from "../../../scripts/bars/figures.ts";

// How many bytes the client reads of a body that does not end, in chunks of a kilobyte.

const chunk = new TextEncoder().encode(" ".repeat(1024));

/** Where a body ends after all, so that a client that reads everything does not run out of memory. */
const endlessBytes = 2 ** 28;

printFigures({
  "sdk.response-body": { value: await countReadBytes(200) },
  "sdk.error-body": { value: await countReadBytes(404) },
});

async function countReadBytes(status: number): Promise<number> {
  let bytes = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        if (bytes >= endlessBytes) return controller.close();
        bytes += chunk.length;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  const kb = new KnowledgeBase({
    baseUrl: "https://kb.example.com",
    apiKey: "kb_benchmark_key",
    fetch: async () => new Response(body, { status, headers: { "content-type": "application/json" } }),
    logLevel: "off",
  });
  const { ok } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
  if (ok) throw new Error("The client accepted a body that does not end.");
  return bytes;
}
