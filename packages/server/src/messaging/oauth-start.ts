import { contract } from "@knowledge-base/types";
import { parseTimestamp } from "@knowledge-base/types/internal";
import { implementService } from "../http/implementation.ts";
import type { OrganizationStore } from "../organizations/organization-store.ts";
import { choices } from "../state/choices.ts";
import { latestMs, timestamp } from "../state/time.ts";

/** Creates an authorization URL with a signed state that identifies the brain. Specification, section 4.5. */
export const oauthStart = implementService(
  contract["oauth.start"],
  async ({ input: { brainId }, store, clock, ids, signer, baseUrl, fail }) => {
    if (!store.get("brains", brainId)) fail.notFound("Brain");
    const expiresAt = timestamp(Math.min(clock.now() + choices.oauthStateLifetimeMs, latestMs));
    const nonce = ids.next("nonce");
    const state = await signer.sign({ brainId, organizationId: store.id, nonce, expiresAt });
    if (!store.get("brains", brainId)) fail.notFound("Brain");
    const authorizationUrl = `${baseUrl}${choices.authorizePath}?${new URLSearchParams({ state })}`;
    removeOldAuthorizations(store, brainId, clock.now());
    store.put("authorizations", { brainId, nonce, authorizationUrl, expiresAt, status: "started" });
    return { authorizationUrl, expiresAt };
  },
);

/** Removes the oldest authorizations: those that have expired, and those beyond the largest number that a brain has. */
function removeOldAuthorizations(store: OrganizationStore, brainId: string, now: number): void {
  const authorizations = store.collection("authorizations", brainId);
  for (const oldest of authorizations?.values() ?? []) {
    const isFull = authorizations !== undefined && authorizations.size >= choices.authorizationCapacity;
    if (!isFull && parseTimestamp(oldest.expiresAt) > now) return;
    store.delete("authorizations", oldest);
  }
}
