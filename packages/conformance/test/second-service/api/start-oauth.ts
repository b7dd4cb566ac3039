import { randomUUID } from "node:crypto";
import { signState } from "../oauth/sign-state.ts";
import type { Operation } from "./operation.ts";

export const startOauth: Operation = ({ rules, clock, secret }, { request, findBrain }) => {
  const { id: brainId } = findBrain();
  const expiresAt = new Date(clock.now().getTime() + rules.stateLifetimeMs);
  const state = signState({ brainId, expiresAt: expiresAt.getTime(), nonce: randomUUID() }, secret);
  return rules.present.oauthStart({ authorizationUrl: rules.authorizationUrl(state), expiresAt }, request);
};
