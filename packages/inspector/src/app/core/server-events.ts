import type { ControlClient } from "./control-client.ts";

/** What has changed in the server. */
export interface ServerChange {
  readonly changed: readonly {
    /** Null for the whole server. */
    readonly organizationId: string | null;
    readonly what: readonly ("records" | "deliveries" | "faults" | "clock" | "journal")[];
  }[];
  /** Ids of the requests that have ended. */
  readonly requests: readonly string[];
}

/**
 * Reads the events of the server: undefined if everything may have changed. The `EventSource` of the browser cannot send the token
 * in a header.
 */
export async function* readEvents(
  controls: ControlClient,
  signal: AbortSignal,
): AsyncGenerator<ServerChange | undefined> {
  const { body } = await controls.send("events", { method: "GET", signal });
  const reader = (body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (rest + decoder.decode(read.value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, name, data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        if (name !== undefined) yield name === "change" ? JSON.parse(data) : undefined;
      }
    }
  } finally {
    await reader.cancel();
  }
}
