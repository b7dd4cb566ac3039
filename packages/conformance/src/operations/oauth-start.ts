import { expect } from "../deviation.ts";
import type { OperationSpec } from "../operation-spec.ts";
import type { Service } from "../service.ts";
import { millisecondsBetween } from "../timestamps.ts";
import { refusesMalformedPath, refusesStrangers, refusesUnknown } from "./refusals.ts";

const id = "oauth.start";

/** Specification, section 4.5. */
export const oauthStart: OperationSpec<typeof id> = {
  id,
  success: {
    title: "returns a URL that a browser can open",
    section: "4.5",
    async run(service) {
      const { authorizationUrl } = await service.succeed(id);
      const protocol = URL.canParse(authorizationUrl) ? new URL(authorizationUrl).protocol : "none";
      expect(/^https?:$/.test(protocol), `the authorizationUrl ${authorizationUrl} is no URL of the web`);
    },
  },
  errors: {
    400: refusesMalformedPath(id),
    401: refusesStrangers(id),
    404: refusesUnknown(id),
  },
  rules: {
    "expires-later": {
      title: "issues a state that is not expired yet",
      section: "4.5",
      async run(service) {
        const lifetime = await lifetimeOf(service);
        expect(lifetime > 0, `the state expired ${-lifetime} ms before it was issued`);
      },
    },
    lifetime: {
      title: "issues a state that lives 10 minutes",
      section: "8",
      isChoice: true,
      async run(service) {
        const minutes = (await lifetimeOf(service)) / 60_000;
        expect(Math.round(minutes) === 10, `the state lives ${minutes} minutes`);
      },
    },
    "own-state": {
      title: "puts a state of its own into the URL at each start",
      section: "4.5",
      isChoice: true,
      async run(service) {
        const first = stateOf((await service.succeed(id)).authorizationUrl);
        const second = stateOf((await service.succeed(id)).authorizationUrl);
        expect(first !== second, "two starts returned the same state");
      },
    },
    confirmed: {
      title: "issues a state that confirmOauth turns into an installation, whose channels can be listed",
      section: "4.5",
      async run(service) {
        const callback = await approve(service);
        const installationId = await service.control("confirmOAuth")(callback);
        await service.succeed("channels.list", { ids: { installationId } });
      },
    },
    signed: {
      title: "issues a state that is refused when it was tampered with",
      section: "4.5",
      async run(service) {
        const callback = await approve(service);
        for (const at of [0, Math.floor(callback.state.length / 2), callback.state.length - 2]) {
          const state = swap(callback.state, at);
          await isRefused(service, { ...callback, state }, `a state whose character ${at} was changed`);
        }
      },
    },
    "single-use": {
      title: "issues a state that can be used once",
      section: "4.5",
      isChoice: true,
      async run(service) {
        const callback = await approve(service);
        await service.control("confirmOAuth")(callback);
        await isRefused(service, callback, "a state that was used before");
      },
    },
    expires: {
      title: "issues a state that is refused from expiresAt on",
      section: "8",
      async run(service) {
        const advance = service.control("advanceClock");
        const callback = await approve(service);
        await advance(await lifetimeOf(service));
        await isRefused(service, callback, "a state that is expired");
      },
    },
  },
};

/** Milliseconds from the time of the service to the expiry of a state. The time is that of an error. Section 7. */
async function lifetimeOf(service: Service): Promise<number> {
  const { expiresAt } = await service.succeed(id);
  return millisecondsBetween(await service.now(), expiresAt);
}

async function approve(service: Service): Promise<{ code: string; state: string }> {
  const approveOAuth = service.control("approveOAuth");
  return approveOAuth((await service.succeed(id)).authorizationUrl);
}

async function isRefused(service: Service, callback: { code: string; state: string }, what: string): Promise<void> {
  const confirmation = service.control("confirmOAuth")(callback);
  const isConfirmed = await confirmation.then(
    () => true,
    () => false,
  );
  expect(!isConfirmed, `confirmOauth took ${what}`);
}

function stateOf(authorizationUrl: string): string {
  const state = URL.canParse(authorizationUrl) ? new URL(authorizationUrl).searchParams.get("state") : null;
  expect(state !== null && state !== "", `the authorizationUrl ${authorizationUrl} carries no state`);
  return state;
}

/** Puts another character in the place of one. */
function swap(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
}
