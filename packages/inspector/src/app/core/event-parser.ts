/** An event of a stream. */
export interface ReceivedEvent {
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

/** Parses a stream of server-sent events, as the server of this page writes it. */
export async function* parseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ReceivedEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (rest + decoder.decode(read.value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = new Map(block.split("\n").map(splitField));
        const data = fields.get("data");
        if (data !== undefined) yield { id: fields.get("id") ?? "", name: fields.get("event") ?? "message", data };
      }
    }
  } finally {
    reader.releaseLock();
  }
}

function splitField(line: string): [name: string, value: string] {
  const end = line.indexOf(": ");
  return end < 0 ? [line, ""] : [line.slice(0, end), line.slice(end + 2)];
}
