import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { assertAccepted, assertRejected, startAndApprove } from "./oauth-flow.ts";

const id = "oauth.start";

/** Cases about the signed OAuth state. */
export const oauthState: ConformanceCases = {
  "own-state": {
    title: "puts a new state into the URL at each start",
    sentences: ["4.5/callback"],
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
    sentences: ["4.5/callback", "4.5/signed-url", "2.7/authorizationUrl"],
    level: "required",
    needs: { write: true, records: ["brainId"], controls: ["approveOAuth", "confirmOAuth"] },
    async run(service) {
      const callback = await startAndApprove(service);
      const installationId = await assertAccepted(service, callback, "the callback of a flow that was just approved");
      await service.expectSuccess("channels.list", { ids: { installationId } });
    },
  },
  signed: {
    title: "issues a state that is rejected after it was changed",
    sentences: ["4.5/signed-url", "4.5/expiry"],
    level: "required",
    needs: { write: true, records: ["brainId"], controls: ["approveOAuth", "confirmOAuth"] },
    async run(service) {
      const callback = await startAndApprove(service);
      const { state } = callback;
      for (const at of [0, Math.floor(state.length / 2), state.length - 2]) {
        const changed = replaceCharacter(state, at);
        await assertRejected(service, { ...callback, state: changed }, `a state whose character ${at} was changed`);
      }
      for (const cut of [state.slice(0, -8), state.replace(/[.][^.]*$/, ""), state.replace(/[^.]*$/, "")]) {
        if (cut !== state) await assertRejected(service, { ...callback, state: cut }, "a state whose end was removed");
      }
    },
  },
  "wrong-code": {
    title: "issues a state that is rejected with a code that the platform did not issue",
    sentences: ["4.5/callback"],
    level: "choice",
    needs: { write: true, records: ["brainId"], controls: ["approveOAuth", "confirmOAuth"] },
    async run(service) {
      const callback = await startAndApprove(service);
      await assertRejected(service, { ...callback, code: "no-such-code" }, "a code that does not exist");
    },
  },
  "single-use": {
    title: "issues a state that can be used once",
    sentences: ["4.5/callback"],
    level: "choice",
    needs: { write: true, records: ["brainId"], controls: ["approveOAuth", "confirmOAuth"] },
    async run(service) {
      const callback = await startAndApprove(service);
      await assertAccepted(service, callback, "the callback of a flow that was just approved");
      await assertRejected(service, callback, "a state that was used before");
    },
  },
};

function readState(authorizationUrl: string): string {
  const state = URL.canParse(authorizationUrl) ? new URL(authorizationUrl).searchParams.get("state") : null;
  assert(state !== null && state !== "", `the authorizationUrl ${authorizationUrl} has no state`);
  return state;
}

/** Replaces one character by another. */
function replaceCharacter(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
}
