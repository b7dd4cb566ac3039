import type { IncomingMessage } from "node:http";

const bufferedBytes = 1024 * 1024;

/**
 * Streams the body of a request while it arrives, as fast as it is read.
 *
 * @param signal - aborts if the client disconnects; the stream then fails
 */
export function streamBody(request: IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array> {
  let stop: () => void;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const onData = (chunk: Buffer) => {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) request.pause();
        };
        const onEnd = () => {
          stop();
          controller.close();
        };
        const onAbort = () => {
          stop();
          controller.error(signal.reason);
        };
        stop = () => {
          request.off("data", onData).off("end", onEnd);
          signal.removeEventListener("abort", onAbort);
        };
        request.on("data", onData).once("end", onEnd);
        signal.addEventListener("abort", onAbort);
      },
      pull() {
        request.resume();
      },
      cancel() {
        request.pause();
        stop();
      },
    },
    { highWaterMark: bufferedBytes, size: ({ byteLength }) => byteLength },
  );
}
