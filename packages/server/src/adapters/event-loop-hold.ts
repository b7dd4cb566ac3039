/**
 * Keeps the process from exiting while a caller waits for a response that never comes, as an open socket does. Without it,
 * Node would end a program in the middle of an `await`. Timers would do the same, but tests replace and advance them.
 */
export class EventLoopHold {
  #waiting = 0;
  /** Waits that began before the last release do not count any more. */
  #generation = 0;
  #port: MessagePort | undefined;

  /** Begins a wait. Returns a function that ends it. */
  begin(): () => void {
    if (this.#waiting === 0) this.#port = openPort();
    this.#waiting += 1;
    const generation = this.#generation;
    let isOver = false;
    return () => {
      if (isOver || generation !== this.#generation) return;
      isOver = true;
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#close();
    };
  }

  /** Ends all waits. */
  release(): void {
    this.#generation += 1;
    this.#waiting = 0;
    this.#close();
  }

  #close(): void {
    this.#port?.close();
    this.#port = undefined;
  }
}

/** Opens a port that keeps the process running until it is closed; undefined in runtimes whose processes do not exit by themselves. */
function openPort(): MessagePort | undefined {
  try {
    const { MessageChannel } = globalThis as { readonly MessageChannel?: typeof globalThis.MessageChannel };
    const port = MessageChannel && (new MessageChannel().port1 as MessagePort & { readonly ref?: () => void });
    if (!port?.ref) return undefined;
    port.ref();
    return port;
  } catch {
    return undefined; // The edge runtime of Next.js has the class, but throws if it is used.
  }
}
