import { choices } from "../choices.ts";
import { latestMs, timestamp } from "../clock.ts";
import type { Rule } from "./rule.ts";

/** Creates an authorization URL with a signed state that identifies the brain. Specification, section 4.5. */
export const oauthStart: Rule<"oauth.start"> = {
  id: "oauth.start",
  async run({
    input: { params },
    caller,
    store,
    clock,
    ids,
    generation,
    startedAuthorizations,
    signer,
    baseUrl,
    fail,
  }) {
    if (!store.brains.has(params.brainId)) fail.notFound("Brain");
    const expiresAt = timestamp(Math.min(clock.now() + choices.oauthStateLifetimeMs, latestMs));
    const { brainId } = params;
    const { organizationId } = caller;
    const nonce = ids.next("nonce");
    const state = await signer.sign({
      brainId,
      organizationId,
      nonce,
      expiresAt,
      ...(generation > 0 && { generation }),
    });
    const authorizationUrl = `${baseUrl}${choices.authorizePath}?${new URLSearchParams({ state })}`;
    startedAuthorizations.add(nonce, { authorizationUrl, expiresAt, organizationId, brainId });
    return { authorizationUrl, expiresAt };
  },
};
