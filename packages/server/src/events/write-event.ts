const encoder = new TextEncoder();

/** Writes an event of a stream. JSON contains no line breaks, so that its data is one line. */
export function writeEvent(name: string, id: string, data: unknown): Uint8Array {
  return encoder.encode(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Writes a comment, which keeps a connection open. */
export function writeHeartbeat(): Uint8Array {
  return encoder.encode(": heartbeat\n\n");
}
