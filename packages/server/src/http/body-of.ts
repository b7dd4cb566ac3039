/** Returns the body of a request as a stream. Some browsers have no `body` in requests. */
export async function bodyOf(request: Request): Promise<ReadableStream<Uint8Array> | null> {
  return request.body === undefined ? (await request.blob()).stream() : request.body;
}
