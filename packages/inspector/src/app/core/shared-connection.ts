/** Tabs with the same origin announce here that they open a connection. */
const channelName = "inspector-connections";

/**
 * The connection of this tab for events. Browsers open at most six connections to a server, so that more tabs could not even
 * load the page: a hidden tab releases its connection when another tab opens one.
 */
export class SharedConnection {
  readonly #channel = new BroadcastChannel(channelName);
  #controller: AbortController | undefined;
  #isReleased = false;

  constructor() {
    this.#channel.addEventListener("message", () => {
      if (document.visibilityState === "visible") return;
      this.#isReleased = true;
      this.#controller?.abort();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#isReleased = false;
    });
  }

  /** Whether another tab has the connection until this tab is visible. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Returns a signal that aborts when the connection is released. */
  open(): AbortSignal {
    this.#controller = new AbortController();
    this.#channel.postMessage("open");
    return this.#controller.signal;
  }
}
