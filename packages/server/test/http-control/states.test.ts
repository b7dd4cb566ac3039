import type { ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { read } from "./post.ts";

const title = 'é 潮 𠮷 "quoted" \\ ]},[{: \u2028\u0000 \ud800';
const state = buildState({ pages: [buildPage({ title, entities: ["[", "{", '"', "\\", ","] })] });
const json = JSON.stringify(state);

async function restore(server: ReferenceServer, body: ReadableStream<Uint8Array>, more: Record<string, string> = {}) {
  const headers = { "content-type": "application/json", ...more };
  const init = { method: "POST", headers, body, duplex: "half" as const };
  return read(await withControl(server)(`${server.baseUrl}/_control/server/restore`, init));
}

it.each([json, JSON.stringify(state, null, "\t"), `\ufeff\n${json}\n`, json.replace("{", '{"pages":[{}],"brains":5,')])(
  "a state may arrive in chunks of any size (%#)",
  async (text) => {
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 2, 7, 1000, bytes.length]) {
      const server = openServer({ seed: { version: 1 } });
      const count = Math.ceil(bytes.length / size);
      const start = (controller: ReadableStreamDefaultController) => {
        for (let index = 0; index < count; index += 1)
          controller.enqueue(bytes.slice(index * size, (index + 1) * size));
        controller.close();
      };
      expect(await restore(server, new ReadableStream({ start }))).toHaveProperty("status", 200);
      expect(server.snapshot()).toStrictEqual(JSON.parse(json));
    }
  },
);

it("a state is refused after its first bytes if its length is above the limit", async () => {
  let reads = 0;
  const pull = (controller: ReadableStreamDefaultController) => {
    reads += 1;
    controller.enqueue(new Uint8Array(1));
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const error = { code: "too_large", message: "Failed to read the body: it is larger than 64 MiB.", problems: [] };
  const received = await restore(openServer(), body, { "content-length": `${2 ** 26 + 1}` });
  expect(received).toStrictEqual({ status: 413, body: { error } });
  expect(reads).toBe(1);
});

it("a state that breaks off leaves the records as they are", async () => {
  const server = openServer();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"version":1')),
    pull: (controller) => controller.error(new Error("The cable broke")),
  });
  expect(await restore(server, body)).toMatchObject({ status: 500, body: { error: { code: "unexpected" } } });
  expect(server.snapshot()).toStrictEqual(buildState());
});
