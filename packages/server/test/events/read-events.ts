import type { Fetch } from "../../src/adapters/fetch.ts";

/** An event as a stream contains it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
}

/** A stream of events that is open. */
export interface OpenEvents extends AsyncDisposable {
  readonly response: Response;
  /** Returns the next event; undefined at the end of the stream. */
  readonly next: () => Promise<ReceivedEvent | undefined>;
}

/** Opens the events of a server. */
export async function openEvents(fetch: Fetch, baseUrl: string, init?: RequestInit): Promise<OpenEvents> {
  const response = await fetch(`${baseUrl}/_control/events`, init);
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let text = "";
  const next = async (): Promise<ReceivedEvent | undefined> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const [, id = "", name = "", data = ""] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (name !== "") return { id, name, data: JSON.parse(data) };
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  };
  return { response, next, [Symbol.asyncDispose]: () => reader.cancel() };
}
