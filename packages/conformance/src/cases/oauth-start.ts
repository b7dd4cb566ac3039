import { messageOf } from "@knowledge-base/internal/texts";
import { parseHttpUrl, parseUrl } from "@knowledge-base/internal/url";
import { parseTimestamp } from "@knowledge-base/types/internal";
import type { Service } from "../run/service.ts";
import { assert, fail, resolves, skipUnless } from "../run/verdict.ts";
import type { OAuthCallback } from "../target/actions.ts";
import { casesAbout, casesOf, type Given } from "./case.ts";
import { errorCases, malformedPathCase } from "./helpers/error-cases.ts";
import { expectUnchanged } from "./helpers/observe.ts";

const id = "oauth.start";
const aboutStart = casesAbout({ sections: ["4.5", "2.7"], needs: ["write", "brainId"] });
const aboutFlow = casesAbout({ sections: ["4.5", "8"], needs: ["write", "brainId", "approveOAuth", "confirmOAuth"] });
type Flow = Given<"brainId" | "approveOAuth" | "confirmOAuth">;

// The time that a case may take between the steps of the flow.
const marginMs = 10_000;

/** Specification, section 4.5. */
export const oauthStartCases = casesOf(id, {
  "returns-400": malformedPathCase(id),
  ...errorCases(id),
  "expires-later": aboutStart.required("issues a state that has not expired yet", async (service) => {
    const lifetimeMs = await measureLifetimeMs(service);
    assert(lifetimeMs > 0, `the state expired ${-lifetimeMs} ms before it was issued`);
  }),
  lifetime: aboutStart.choice("issues a state that is valid for 10 minutes", async (service) => {
    const minutes = (await measureLifetimeMs(service)) / 60_000;
    assert(Math.round(minutes) === 10, `the state is valid for ${minutes} minutes`);
  }),
  "valid-until-expiry": aboutFlow.required(
    "issues a state that is accepted until expiresAt",
    ["advanceClock"],
    async (service, given) => {
      const callback = await startAndApprove(service, given);
      const lifetimeMs = await measureLifetimeMs(service);
      skipUnless(lifetimeMs > 2 * marginMs, "a service whose OAuth states are valid for longer than 20 seconds");
      await given.advanceClock(Math.floor(lifetimeMs) - marginMs);
      await expectAccepted(given, callback, `a state ${marginMs} ms before its expiresAt`);
    },
  ),
  expires: aboutFlow.required("issues a state that expires at expiresAt", ["advanceClock"], async (service, given) => {
    const callback = await startAndApprove(service, given);
    await given.advanceClock(Math.ceil(await measureLifetimeMs(service)));
    await expectRefused(given, callback, "a state that is expired");
  }),
  "own-state": aboutStart.choice("puts a new state into the URL at each start", async (service) => {
    const first = readState((await service.call(id)).authorizationUrl);
    const second = readState((await service.call(id)).authorizationUrl);
    assert(first !== second, "two starts returned the same state");
  }),
  confirmed: aboutFlow.required(
    "issues a state that confirmOauth turns into an installation, whose channels can be listed",
    async (service, given) => {
      const callback = await startAndApprove(service, given);
      // Another flow must not take the place of this one.
      const { secondBrainId = given.brainId, foreignBrainId = secondBrainId, foreignApiKey: apiKey } = service.records;
      const other = apiKey ? { ids: { brainId: foreignBrainId }, apiKey } : { ids: { brainId: secondBrainId } };
      await service.call(id, other);
      const installationId = await expectAccepted(given, callback, "the callback of a flow that was just approved");
      await service.call("channels.list", { ids: { installationId } });
    },
  ),
  signed: aboutFlow.required("issues a state that is rejected after it was changed", async (service, given) => {
    const callback = await startAndApprove(service, given);
    const { state: signed } = callback;
    // The last characters of a part may have bits that mean nothing, and letters may mean the same in both cases.
    for (const { 0: part, index } of signed.matchAll(/[\w-]{8,}/g)) {
      const at = index + Math.floor(part.length / 2);
      const replacement = signed.startsWith("00", at) ? "11" : "00";
      const changed = signed.slice(0, at) + replacement + signed.slice(at + 2);
      await expectRefused(given, { ...callback, state: changed }, `a state whose characters from ${at} were changed`);
    }
    for (const cut of [signed.slice(0, -8), signed.replace(/[.][^.]*$/, ""), signed.replace(/[^.]*$/, "")])
      if (cut !== signed) await expectRefused(given, { ...callback, state: cut }, "a state whose end was removed");
  }),
  "wrong-code": aboutFlow.choice("issues a state that is rejected with another code", async (service, given) => {
    const callback = await startAndApprove(service, given);
    await expectRefused(given, { ...callback, code: "no-such-code" }, "a code that does not exist");
  }),
  "single-use": aboutFlow.choice("issues a state that can be used once", async (service, given) => {
    const callback = await startAndApprove(service, given);
    await expectAccepted(given, callback, "the callback of a flow that was just approved");
    await expectRefused(given, callback, "a state that was used before");
  }),
  "nothing-changes": aboutStart.required("changes nothing that can be seen", (service) =>
    expectUnchanged(service, () => service.call(id)),
  ),
  success: aboutStart.required("returns a URL that a browser can open", async (service) => {
    const { authorizationUrl } = await service.call(id);
    assert(parseHttpUrl(authorizationUrl) !== undefined, `the authorizationUrl ${authorizationUrl} is not an HTTP URL`);
  }),
});

// Starts an authorization, and returns the milliseconds from the time of the service to the expiry of its state.
async function measureLifetimeMs(service: Service): Promise<number> {
  const { expiresAt } = await service.call(id);
  return parseTimestamp(expiresAt) - parseTimestamp(await service.currentTime());
}

async function startAndApprove(service: Service, { brainId, approveOAuth }: Flow): Promise<OAuthCallback> {
  const { authorizationUrl } = await service.call(id);
  return { brainId, ...(await approveOAuth(authorizationUrl)) };
}

function expectAccepted({ confirmOAuth }: Flow, callback: OAuthCallback, what: string): Promise<string> {
  return confirmOAuth(callback).catch((error: unknown) => {
    fail(`confirmOauth rejected ${what}: ${messageOf(error)}`);
  });
}

async function expectRefused({ confirmOAuth }: Flow, callback: OAuthCallback, what: string): Promise<void> {
  assert(!(await resolves(confirmOAuth(callback))), `confirmOauth accepted ${what}`);
}

function readState(authorizationUrl: string): string {
  const signed = parseUrl(authorizationUrl)?.searchParams.get("state") ?? "";
  assert(signed !== "", `the authorizationUrl ${authorizationUrl} has no state`);
  return signed;
}
