import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { read } from "./post.ts";

const hostileText = 'é 潮 𠮷 "quoted" \\ ]},[{: \u2028\u0000 \ud800';
const hostileState = buildState({ pages: [buildPage({ title: hostileText, entities: ["[", "{", '"', "\\", ","] })] });

describe("a state in a body", () => {
  const layouts: readonly { readonly layout: string; readonly text: string }[] = [
    { layout: "without whitespace", text: JSON.stringify(hostileState) },
    { layout: "with whitespace", text: JSON.stringify(hostileState, null, "\t").replaceAll("\n", " \r\n\r\n ") },
    { layout: "in ASCII", text: toAscii(JSON.stringify(hostileState)) },
    { layout: "after a byte order mark", text: `\ufeff\n${JSON.stringify(hostileState)}\n` },
    { layout: "in reverse", text: JSON.stringify(Object.fromEntries(Object.entries(hostileState).reverse())) },
    { layout: "with an array twice", text: JSON.stringify(hostileState).replace("{", '{"pages":[{}],"brains":5,') },
    { layout: "with escaped names", text: JSON.stringify(hostileState).replace("pages", "\\u0070ages") },
  ];

  it.each(layouts)("may be written $layout, and arrive in chunks of any size", async ({ text }) => {
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 2, 3, 7, 64, 1000, bytes.length]) {
      const server = openServer({ seed: { version: 1 } });
      expect(await restore(server, split(bytes, size))).toHaveProperty("status", 200);
      expect(server.snapshot()).toStrictEqual(JSON.parse(JSON.stringify(hostileState)));
    }
  });

  it("may contain empty arrays, and arrays may be left out", async () => {
    for (const text of ['{"version":1}', ' { "version" : 1 , "pages" : [ ] } ', '{"pages":[],"version":1.0e0}']) {
      const server = openServer();
      expect(await restore(server, [text])).toHaveProperty("status", 200);
      expect(server.snapshot().organizations).toEqual([]);
    }
  });

  it("must have the content type of JSON", async () => {
    const server = openServer();
    const response = await withControl(server)(`${server.baseUrl}/_control/server/restore`, {
      method: "POST",
      body: JSON.stringify(buildState({ brains: [] })),
    });
    expect(await read(response)).toMatchObject({ status: 400, body: { error: { message: /application\/json/ } } });
    expect(server.snapshot()).toStrictEqual(buildState());
  });

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
    expect(received).toStrictEqual({
      status: 413,
      body: {
        error: { code: "too_large", message: "Failed to read the body: it is larger than 64 MiB.", problems: [] },
      },
    });
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

  it("is serialized as JSON.stringify does", async () => {
    const server = openServer();
    const bodies: unknown[] = [];
    const remote = await connect(server.baseUrl, {
      fetch(input, init) {
        bodies.push(JSON.parse(init?.body as string));
        return withControl(server)(input, init);
      },
    });
    const candidates: readonly unknown[] = [
      { version: 1, organizations: undefined, brains: [undefined, () => 1, Number.NaN, new Date(0)], toString: 1 },
      { toJSON: () => ({ version: 2 }) },
      { version: 1, pages: Object.assign([], { toJSON: () => "none" }) },
      [1],
      "text",
      null,
      {},
    ];
    for (const candidate of candidates) await remote.seed(candidate as never).catch(() => {});
    expect(bodies.slice(1)).toStrictEqual(candidates.map((candidate) => JSON.parse(JSON.stringify(candidate))));
  });
});

async function restore(
  { baseUrl, ...server }: ReferenceServer,
  chunks: readonly (string | Uint8Array)[] | ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
) {
  const body = chunks instanceof ReadableStream ? chunks : streamChunks(chunks);
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    duplex: "half" as const,
  };
  return read(await withControl({ baseUrl, ...server })(`${baseUrl}/_control/server/restore`, init));
}

function streamChunks(chunks: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
}

function split(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
}

function toAscii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
