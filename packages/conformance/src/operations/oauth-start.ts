import { parseTimestamp } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { OperationSpec } from "../conformance-case.ts";
import type { Service } from "../service.ts";
import { malformedPathCase, notFoundCase, unauthorizedCase } from "./error-cases.ts";

const id = "oauth.start";

/** Specification, section 4.5. */
export const oauthStart: OperationSpec<typeof id> = {
  id,
  success: {
    title: "returns a URL that a browser can open",
    section: "4.5",
    level: "required",
    needs: { write: true, records: ["brainId"] },
    async run(service) {
      const { authorizationUrl } = await service.expectSuccess(id);
      const protocol = URL.canParse(authorizationUrl) ? new URL(authorizationUrl).protocol : "none";
      assert(/^https?:$/.test(protocol), `the authorizationUrl ${authorizationUrl} is no URL of the web`);
    },
  },
  errors: {
    400: malformedPathCase(id),
    401: unauthorizedCase(id),
    404: notFoundCase(id),
  },
  rules: {
    "expires-later": {
      title: "issues a state that is not expired yet",
      section: "4.5",
      level: "required",
      needs: { write: true, records: ["brainId"] },
      async run(service) {
        const lifetime = await measureLifetime(service);
        assert(lifetime > 0, `the state expired ${-lifetime} ms before it was issued`);
      },
    },
    lifetime: {
      title: "issues a state that lives 10 minutes",
      section: "8",
      level: "choice",
      needs: { write: true, records: ["brainId"] },
      async run(service) {
        const minutes = (await measureLifetime(service)) / 60_000;
        assert(Math.round(minutes) === 10, `the state lives ${minutes} minutes`);
      },
    },
    "own-state": {
      title: "puts a state of its own into the URL at each start",
      section: "4.5",
      level: "choice",
      needs: { write: true, records: ["brainId"] },
      async run(service) {
        const first = readState((await service.expectSuccess(id)).authorizationUrl);
        const second = readState((await service.expectSuccess(id)).authorizationUrl);
        assert(first !== second, "two starts returned the same state");
      },
    },
    confirmed: {
      title: "issues a state that confirmOauth turns into an installation, whose channels can be listed",
      section: "4.5",
      level: "required",
      needs: { write: true, records: ["brainId"], controls: ["approveOAuth", "confirmOAuth"] },
      async run(service) {
        const callback = await startAndApprove(service);
        const installationId = await service.control("confirmOAuth")(callback);
        await service.expectSuccess("channels.list", { ids: { installationId } });
      },
    },
    signed: {
      title: "issues a state that is rejected after it was tampered with",
      section: "4.5",
      level: "required",
      needs: { write: true, records: ["brainId"], controls: ["approveOAuth", "confirmOAuth"] },
      async run(service) {
        const callback = await startAndApprove(service);
        for (const at of [0, Math.floor(callback.state.length / 2), callback.state.length - 2]) {
          const state = replaceCharacter(callback.state, at);
          await assertRejected(service, { ...callback, state }, `a state whose character ${at} was changed`);
        }
      },
    },
    "single-use": {
      title: "issues a state that can be used once",
      section: "4.5",
      level: "choice",
      needs: { write: true, records: ["brainId"], controls: ["approveOAuth", "confirmOAuth"] },
      async run(service) {
        const callback = await startAndApprove(service);
        await service.control("confirmOAuth")(callback);
        await assertRejected(service, callback, "a state that was used before");
      },
    },
    expires: {
      title: "issues a state that is rejected from expiresAt on",
      section: "8",
      level: "required",
      needs: { write: true, records: ["brainId"], controls: ["advanceClock", "approveOAuth", "confirmOAuth"] },
      async run(service) {
        const advance = service.control("advanceClock");
        const callback = await startAndApprove(service);
        await advance(await measureLifetime(service));
        await assertRejected(service, callback, "a state that is expired");
      },
    },
  },
};

/** Starts an authorization, and returns the milliseconds from the time of the service to the expiry of its state. */
async function measureLifetime(service: Service): Promise<number> {
  const { expiresAt } = await service.expectSuccess(id);
  return parseTimestamp(expiresAt) - parseTimestamp(await service.currentTime());
}

async function startAndApprove(service: Service): Promise<{ code: string; state: string }> {
  const approveOAuth = service.control("approveOAuth");
  return approveOAuth((await service.expectSuccess(id)).authorizationUrl);
}

async function assertRejected(
  service: Service,
  callback: { code: string; state: string },
  description: string,
): Promise<void> {
  const confirmation = service.control("confirmOAuth")(callback);
  const isConfirmed = await confirmation.then(
    () => true,
    () => false,
  );
  assert(!isConfirmed, `confirmOauth took ${description}`);
}

function readState(authorizationUrl: string): string {
  const state = URL.canParse(authorizationUrl) ? new URL(authorizationUrl).searchParams.get("state") : null;
  assert(state !== null && state !== "", `the authorizationUrl ${authorizationUrl} carries no state`);
  return state;
}

/** Replaces one character by another. */
function replaceCharacter(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
}
