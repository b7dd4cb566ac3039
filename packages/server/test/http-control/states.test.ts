import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { read } from "./post.ts";

const hostileText = 'é 潮 𠮷 "quoted" \\ ]},[{: \u2028\u0000 \ud800';
const hostileState = buildState({ pages: [buildPage({ title: hostileText, entities: ["[", "{", '"', "\\", ","] })] });
const json = JSON.stringify(hostileState);
const toAscii = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

// biome-ignore format: one row a line
const layouts = {
  "without whitespace": json,
  "with whitespace": JSON.stringify(hostileState, null, "\t").replaceAll("\n", " \r\n\r\n "),
  "in ASCII": toAscii(json),
  "after a byte order mark": `\ufeff\n${json}\n`,
  "in reverse": JSON.stringify(Object.fromEntries(Object.entries(hostileState).reverse())),
  "with an array twice": json.replace("{", '{"pages":[{}],"brains":5,'),
  "with escaped names": json.replace("pages", "\\u0070ages"),
};

async function restore(server: ReferenceServer, body: ReadableStream<Uint8Array>, more: Record<string, string> = {}) {
  const headers = { "content-type": "application/json", ...more };
  const init = { method: "POST", headers, body, duplex: "half" as const };
  return read(await withControl(server)(`${server.baseUrl}/_control/server/restore`, init));
}

describe("a state in a body", () => {
  it.each(Object.entries(layouts))("may be written %s, and arrive in chunks of any size", async (_, text) => {
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 2, 3, 7, 64, 1000, bytes.length]) {
      const server = openServer({ seed: { version: 1 } });
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_chunk, index) =>
        bytes.slice(index * size, (index + 1) * size),
      );
      expect(await restore(server, ReadableStream.from(chunks))).toHaveProperty("status", 200);
      expect(server.snapshot()).toStrictEqual(JSON.parse(json));
    }
  });

  it.each(['{"version":1}', ' { "version" : 1 , "pages" : [ ] } ', '{"pages":[],"version":1.0e0}'])(
    "may leave out arrays: %s",
    async (text) => {
      const server = openServer();
      expect(await restore(server, ReadableStream.from([new TextEncoder().encode(text)]))).toHaveProperty(
        "status",
        200,
      );
      expect(server.snapshot().organizations).toEqual([]);
    },
  );

  it("is refused after its first bytes if its length is above the limit", async () => {
    const server = openServer();
    let reads = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      reads += 1;
      controller.enqueue(new Uint8Array(1));
    };
    const received = await restore(server, new ReadableStream({ pull }, { highWaterMark: 0 }), {
      "content-length": `${2 ** 26 + 1}`,
    });
    const error = { code: "too_large", message: "Failed to read the body: it is larger than 64 MiB.", problems: [] };
    expect(received).toStrictEqual({ status: 413, body: { error } });
    expect(reads).toBe(1);
  });

  it("leaves the records as they are if it breaks off", async () => {
    const server = openServer();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"version":1')),
      pull: (controller) => controller.error(new Error("The cable broke")),
    });
    expect(await restore(server, body)).toMatchObject({ status: 500, body: { error: { code: "unexpected" } } });
    expect(server.snapshot()).toStrictEqual(buildState());
  });
});

describe("a state of a connected server", () => {
  it("that is larger than a chunk is read and written as it is", async () => {
    const pages = Array.from({ length: 3000 }, (_, index) =>
      buildPage({
        slug: `page-${index}`,
        body: `${hostileText.repeat(20)} ${index}`,
        embedding: [index, 0.1, -1e-300],
      }),
    );
    const state = JSON.parse(JSON.stringify(buildState({ pages })));
    const server = openServer();
    const remote = await connect(server.baseUrl, { fetch: withControl(server) });
    await remote.restore(state);
    expect(server.snapshot()).toStrictEqual(state);
    expect(await remote.snapshot()).toStrictEqual(state);
  });
});
