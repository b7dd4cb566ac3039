import { randomUUID } from "node:crypto";
import type { KnowledgeBase } from "@knowledge-base/sdk";

/** A user who signed in. The key stays on this side. */
export interface Session {
  readonly kb: KnowledgeBase;
  readonly brainId: string;
  /** What the next page tells the user. */
  notice?: string;
}

const sessions = new Map<string, Session>();

/** Keeps a session, and gives the cookie that finds it. */
export function openSession(session: Session): string {
  const id = randomUUID();
  sessions.set(id, session);
  return `session=${id}; HttpOnly; SameSite=Strict; Path=/`;
}

export function findSession(cookies = ""): Session | undefined {
  const [, id = ""] = /(?:^|; )session=([\w-]+)/.exec(cookies) ?? [];
  return sessions.get(id);
}
