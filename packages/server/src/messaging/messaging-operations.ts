import { contract } from "@knowledge-base/types";
import { parseTimestamp } from "@knowledge-base/types/internal";
import { choices } from "../basics/specification-choices.ts";
import { latestMs, timestamp } from "../basics/time.ts";
import { fail, implementService } from "../http/endpoint.ts";
import type { OrganizationStore } from "../store/organization-store.ts";

/** Lists the channels that the bot sees in an installation of the caller's organization. Specification, section 4.3. */
export const channelsList = implementService(contract["channels.list"], ({ input, organization }) => {
  if (!organization.collection("brains").has(input.brainId)) fail.notFound("Brain");
  const channels = organization.collection("channels", input.installationId) ?? fail.notFound("Installation");
  return Array.from(channels.values(), ({ installationId: _, ...channel }) => channel);
});

/** Changes the flags in the body and keeps the others. Specification, section 4.1. */
export const bindingsUpdate = implementService(contract["bindings.update"], ({ input, organization, changes }) => {
  const bindings = organization.collection("bindings", input.brainId) ?? fail.notFound("Brain");
  const binding = bindings.get(input.bindingId) ?? fail.notFound("Binding");
  const { notifyBriefs = binding.notifyBriefs, notifyConnections = binding.notifyConnections } = input;
  const { notifyChanges = binding.notifyChanges } = input;
  const updated = { ...binding, notifyBriefs, notifyConnections, notifyChanges };
  changes.make(() => organization.put("bindings", updated));
  return updated;
});

/** Removes one binding and keeps its installation and the other bindings. Specification, section 4.6. */
export const bindingsUnbind = implementService(contract["bindings.unbind"], ({ input, organization, changes }) => {
  const bindings = organization.collection("bindings", input.brainId) ?? fail.notFound("Brain");
  const binding = bindings.get(input.bindingId) ?? fail.notFound("Binding");
  changes.make(() => organization.delete("bindings", binding));
  return { disconnected: true };
});

/** Creates an authorization URL with a signed state that identifies the brain. Specification, section 4.5. */
export const oauthStart = implementService(
  contract["oauth.start"],
  async ({ input: { brainId }, organization, changes, store, baseUrl }) => {
    const { clock, ids } = organization.tools;
    if (!organization.collection("brains").has(brainId)) fail.notFound("Brain");
    const expiresAt = timestamp(Math.min(clock.now() + choices.oauthStateLifetimeMs, latestMs));
    const nonce = ids.nextWithoutUndo("nonce");
    const state = await store.signer.sign({ brainId, organizationId: organization.id, nonce, expiresAt });
    // While the state was signed, a control may have deleted the brain.
    if (!organization.collection("brains").has(brainId)) fail.notFound("Brain");
    const authorizationUrl = `${baseUrl}${choices.authorizePath}?${new URLSearchParams({ state })}`;
    const nowMs = clock.now();
    changes.make(() => {
      removeOldAuthorizations(organization, brainId, nowMs);
      organization.put("authorizations", { brainId, nonce, authorizationUrl, expiresAt, status: "started" });
    });
    return { authorizationUrl, expiresAt };
  },
);

// Number of authorizations that a brain keeps.
const maxAuthorizations = 10_000;

function removeOldAuthorizations(organization: OrganizationStore, brainId: string, nowMs: number): void {
  const authorizations = organization.collection("authorizations", brainId);
  for (const oldest of authorizations?.values() ?? []) {
    const isFull = authorizations !== undefined && authorizations.size >= maxAuthorizations;
    if (!isFull && parseTimestamp(oldest.expiresAt) > nowMs) return;
    organization.delete("authorizations", oldest);
  }
}
