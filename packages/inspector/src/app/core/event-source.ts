import type { ServerEvents } from "@knowledge-base/server/control";
import type { ControlClient } from "./control-client.ts";
import { parseEvents } from "./event-parser.ts";
import type { Connection } from "./model.ts";
import { SharedConnection } from "./shared-connection.ts";

/** Receives the events of the server. */
export type EventHandlers = {
  readonly [Name in keyof ServerEvents]: (data: ServerEvents[Name]) => void;
};

/** Controls the connection over which the events arrive. */
export interface ConnectionHandlers {
  /** Checks whether the page has a token that the server may accept. */
  readonly canConnect: () => boolean;
  /** Called when the stream is open, when it is lost, and when this tab has released it. */
  readonly onConnection: (connection: Connection) => void;
}

const retryMs = 1000;

/** Milliseconds after which it is checked again whether the page can connect. */
const checkMs = 100;

/**
 * Reads the events of the server, and continues after the last one if the connection is lost. The `EventSource` of the browser
 * cannot send the token in a header.
 */
export async function readEvents(
  controls: ControlClient,
  { canConnect, onConnection }: ConnectionHandlers,
  handlers: EventHandlers,
): Promise<never> {
  const connection = new SharedConnection();
  let lastEventId = "";
  for (;;) {
    while (!canConnect() || connection.isReleased) await wait(checkMs);
    try {
      const headers = lastEventId === "" ? {} : { "last-event-id": lastEventId };
      const { body } = await controls.send("events", { method: "GET", headers, signal: connection.open() });
      onConnection("open");
      for await (const { id, name, data } of parseEvents(body ?? new ReadableStream())) {
        lastEventId = id;
        dispatch(handlers, name, data);
      }
    } catch {
      // The connection is lost, or the server does not respond.
    }
    onConnection(connection.isReleased ? "connecting" : "lost");
    if (!connection.isReleased) await wait(retryMs);
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function dispatch(handlers: EventHandlers, name: string, data: string): void {
  // A later version of the server may send events that this page does not know.
  if (!Object.hasOwn(handlers, name)) return;
  const handle = handlers[name as keyof ServerEvents] as (data: unknown) => void;
  handle(JSON.parse(data));
}
