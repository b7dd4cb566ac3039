import type { KnowledgeBase } from "@knowledge-base/sdk";
import type { OperationId } from "@knowledge-base/types";
import { expect } from "vitest";
import { buildBinding, buildPage } from "../build-state.ts";
import { frozenTime } from "../open-server.ts";

/** A call of an operation, and its output for the records of `buildState()`. */
export interface OperationCall {
  readonly call: (kb: KnowledgeBase, brainId: string) => Promise<unknown>;
  readonly output: unknown;
}

const bindingId = "binding_deck";
const slug = "spring-tide";
const installationId = "installation_north";

/** A call of each operation. */
export const operationCalls: Readonly<Record<OperationId, OperationCall>> = {
  "bindings.update": {
    call: (kb, brainId) => kb.bindings.update({ brainId, bindingId, notifyBriefs: false }),
    output: buildBinding({ notifyBriefs: false }),
  },
  "bindings.unbind": {
    call: (kb, brainId) => kb.bindings.unbind({ brainId, bindingId }),
    output: { disconnected: true },
  },
  "channels.list": {
    call: (kb, brainId) => kb.channels.list({ brainId, installationId }),
    output: [
      { id: "C_DECK", name: "deck", isPrivate: false, isMember: true },
      { id: "C_HOLD", name: "hold", isPrivate: true, isMember: false },
    ],
  },
  "oauth.start": {
    call: (kb, brainId) => kb.oauth.start({ brainId }),
    output: {
      authorizationUrl: expect.stringContaining("/_platform/oauth/authorize?"),
      expiresAt: "2026-07-01T12:10:00.000Z",
    },
  },
  "pages.archive": {
    call: (kb, brainId) => kb.pages.archive({ brainId, slug }),
    output: { ...buildPage(), archived: true, status: "archived", updatedAt: frozenTime },
  },
  "promptIndex.get": {
    call: (kb, brainId) => kb.promptIndex.get({ brainId, limit: 5 }),
    output: [expect.objectContaining({ slug, title: "Spring tide" })],
  },
};
