import { randomUUID } from "node:crypto";
import type { KnowledgeBase } from "@knowledge-base/sdk";

/** A user who signed in. The key never leaves the server. */
export interface Session {
  readonly kb: KnowledgeBase;
  readonly brainId: string;
  /** Message on the next page. */
  notice?: string;
}

const sessions = new Map<string, Session>();

/** Stores a session, and returns its cookie. */
export function openSession(session: Session): string {
  const id = randomUUID();
  sessions.set(id, session);
  return `session=${id}; HttpOnly; SameSite=Strict; Path=/`;
}

export function findSession(cookies = ""): Session | undefined {
  const [, id = ""] = /(?:^|; )session=([\w-]+)/.exec(cookies) ?? [];
  return sessions.get(id);
}
