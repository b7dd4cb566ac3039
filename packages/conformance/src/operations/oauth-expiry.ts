import { parseTimestamp } from "@knowledge-base/types/internal";
import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { requireData } from "../require-data.ts";
import type { Service } from "../service.ts";
import { assertAccepted, assertRejected, startAndApprove } from "./oauth-flow.ts";

/** Time that a case may take between the steps of the flow. */
const marginMs = 10_000;

/** Cases about the time for which a signed OAuth state is valid. */
export const oauthExpiry: ConformanceCases = {
  "expires-later": {
    title: "issues a state that has not expired yet",
    sentences: ["4.5/expiry", "2.7/expiresAt"],
    level: "required",
    needs: { write: true, records: ["brainId"] },
    async run(service) {
      const lifetime = await measureLifetime(service);
      assert(lifetime > 0, `the state expired ${-lifetime} ms before it was issued`);
    },
  },
  lifetime: {
    title: "issues a state that is valid for 10 minutes",
    sentences: ["8/state-lifetime"],
    level: "choice",
    needs: { write: true, records: ["brainId"] },
    async run(service) {
      const minutes = (await measureLifetime(service)) / 60_000;
      assert(Math.round(minutes) === 10, `the state is valid for ${minutes} minutes`);
    },
  },
  "valid-until-expiry": {
    title: "issues a state that is accepted until expiresAt",
    sentences: ["8/state-expiry", "4.5/expiry", "2.7/expiresAt"],
    level: "required",
    needs: { write: true, records: ["brainId"], controls: ["approveOAuth", "confirmOAuth", "advanceClock"] },
    async run(service) {
      const lifetime = await measureLifetime(service);
      requireData(lifetime > 2 * marginMs, "needs a service whose OAuth states are valid for longer than 20 seconds");
      const callback = await startAndApprove(service);
      await service.control("advanceClock")(Math.floor(lifetime) - marginMs);
      await assertAccepted(service, callback, `a state ${marginMs} ms before its expiresAt`);
    },
  },
  expires: {
    title: "issues a state that is rejected from expiresAt on",
    sentences: ["8/state-expiry", "4.5/expiry", "2.7/expiresAt"],
    level: "required",
    needs: { write: true, records: ["brainId"], controls: ["approveOAuth", "confirmOAuth", "advanceClock"] },
    async run(service) {
      const callback = await startAndApprove(service);
      await service.control("advanceClock")(Math.ceil(await measureLifetime(service)));
      await assertRejected(service, callback, "a state that is expired");
    },
  },
};

/** Starts an authorization, and returns the milliseconds from the time of the service to the expiry of its state. */
async function measureLifetime(service: Service): Promise<number> {
  const { expiresAt } = await service.expectSuccess("oauth.start");
  return parseTimestamp(expiresAt) - parseTimestamp(await service.currentTime());
}
