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
const mostFlows = 5;
const mostSessions = 10_000;

/** What the server remembers of each browser, in this process alone. The browser holds nothing but a signed id. */
export class Sessions {
  readonly #flows = new Map<string, readonly StartedFlow[]>();
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Remembers a flow. Those before it stay: a user may have several tabs, or click twice. */
  async add(c: Context, flow: StartedFlow): Promise<void> {
    const id = (await this.#read(c)) ?? randomUUID();
    const flows = [...(this.#flows.get(id) ?? []), flow].slice(-mostFlows);
    this.#flows.delete(id);
    this.#flows.set(id, flows);
    const [oldest] = this.#flows.keys();
    if (oldest !== undefined && this.#flows.size > mostSessions) this.#flows.delete(oldest);
    await setSignedCookie(c, cookieName, id, this.#secret, {
      httpOnly: true,
      sameSite: "Lax", // With Strict it would stay away when the platform sends the user back.
      secure: new URL(c.req.url).hostname !== "localhost",
    });
  }

  /** Takes out the flow with this state, which can be used once. Without one, it tells of the newest and leaves it. */
  async take(c: Context, state: string | undefined): Promise<StartedFlow | undefined> {
    const id = await this.#read(c);
    const flows = (id !== undefined && this.#flows.get(id)) || [];
    const flow = flows.find((candidate) => candidate.state === state);
    if (id === undefined || !flow) return flows.at(-1);
    this.#flows.set(
      id,
      flows.filter((candidate) => candidate !== flow),
    );
    return flow;
  }

  async #read(c: Context): Promise<string | undefined> {
    return (await getSignedCookie(c, this.#secret, cookieName)) || undefined;
  }
}
