import { randomUUID } from "node:crypto";
import type { KnowledgeBase } from "@knowledge-base/sdk";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";

/** An OAuth flow that a user has started. */
export interface StartedFlow {
  readonly state: string;
  readonly expiresAt: string;
}

/** A user who signed in. The API key never leaves this process. */
export interface Session {
  readonly kb: KnowledgeBase;
  readonly brainId: string;
  /** The last flows: a user may have several tabs, or click twice. */
  readonly flows: StartedFlow[];
  /** Message on the next page. */
  notice?: string;
}

const sessions = new Map<string, Session>();

/** Stores a session, and sends its cookie. */
export function openSession(c: Context, session: Session): void {
  const id = randomUUID();
  sessions.set(id, session);
  setCookie(c, "session", id, {
    httpOnly: true,
    sameSite: "Lax", // With Strict, browsers wouldn't send it when the platform redirects the user back.
    secure: new URL(c.req.url).hostname !== "localhost",
  });
}

export function findSession(c: Context): Session | undefined {
  return sessions.get(getCookie(c, "session") ?? "");
}
