import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";

/** An OAuth flow that a user started and has not come back from. */
export interface StartedFlow {
  readonly brainId: string;
  readonly state: string;
  readonly expiresAt: string;
}

const cookieName = "session";
const maxFlows = 5;
const maxSessions = 10_000;

/** Started flows of each browser, in the memory of this process. The browser only has a signed id. */
export class Sessions {
  readonly #flows = new Map<string, readonly StartedFlow[]>();
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Remembers a flow. Those before it stay: a user may have several tabs, or click twice. */
  async add(c: Context, flow: StartedFlow): Promise<void> {
    const id = (await this.#read(c)) || randomUUID();
    const flows = [...(this.#flows.get(id) ?? []), flow].slice(-maxFlows);
    this.#flows.delete(id);
    this.#flows.set(id, flows);
    const [oldest] = this.#flows.keys();
    if (oldest !== undefined && this.#flows.size > maxSessions) this.#flows.delete(oldest);
    await setSignedCookie(c, cookieName, id, this.#secret, {
      httpOnly: true,
      sameSite: "Lax", // With Strict, browsers would not send it when the platform redirects the user back.
      secure: new URL(c.req.url).hostname !== "localhost",
    });
  }

  /** Finds the flow with this state, or else the newest, whose state then does not match. */
  async find(c: Context, state: string | undefined): Promise<StartedFlow | undefined> {
    const flows = this.#flows.get(await this.#read(c)) ?? [];
    return flows.find((flow) => flow.state === state) ?? flows.at(-1);
  }

  /** Removes a finished flow. */
  async forget(c: Context, flow: StartedFlow): Promise<void> {
    const id = await this.#read(c);
    const others = this.#flows.get(id)?.filter((candidate) => candidate !== flow);
    if (others) this.#flows.set(id, others);
  }

  /** Returns the id of the session, or "" if there is none. */
  async #read(c: Context): Promise<string> {
    return (await getSignedCookie(c, this.#secret, cookieName)) || "";
  }
}
