import { noResponse, type RequestHandler } from "./http-message.ts";

/** Waits in real time, until the time is over or the caller aborts. */
export async function pause(milliseconds: number, signal: AbortSignal | null): Promise<void> {
  if (milliseconds === 0 || signal?.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const onAbort = () => resolve();
  signal?.addEventListener("abort", onAbort, { once: true });
  await promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", onAbort);
}

/** Delays every request. A request whose caller aborts meanwhile is never handled. */
export function delayRequests(handle: RequestHandler, latencyMs: number): RequestHandler {
  if (latencyMs === 0) return handle;
  return async (request) => {
    await pause(latencyMs, request.signal);
    return request.isAborted() ? noResponse : handle(request);
  };
}
