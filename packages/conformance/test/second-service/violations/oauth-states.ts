import { changeFields } from "../rules/change-fields.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import type { Violation } from "./violation.ts";

function oauth(section: string, sentence: string, change: RuleChange): Violation {
  return { section, sentence, change };
}

const signed = "Creates a signed installation URL for the brain.";
const expiry = "The signed OAuth state expires at the returned `expiresAt`.";
const hour = 3_600_000;

/** Violations of sections 2.7, 4.5 and 8. */
export const oauthStates = {
  "authorization-url-is-relative": oauth(
    "2.7",
    "authorizationUrl: URL to open",
    changeFields("oauthStart", ({ authorizationUrl }) => ({ authorizationUrl: new URL(authorizationUrl).pathname })),
  ),
  "authorization-url-without-state": oauth("4.5", "with `code` and `state`", () => ({
    authorizationUrl: () => "https://platform.example/oauth/authorize",
  })),
  "authorization-url-named-url": oauth(
    "2.7",
    "authorizationUrl: string, required",
    changeFields("oauthStart", ({ authorizationUrl }) => ({ authorizationUrl: undefined, url: authorizationUrl })),
  ),
  "expires-at-in-seconds": oauth(
    "2.7",
    "expiresAt: datetime",
    changeFields("oauthStart", ({ expiresAt }) => ({ expiresAt: expiresAt.getTime() / 1000 })),
  ),
  "expires-at-left-out": oauth(
    "2.7",
    "expiresAt: datetime, required",
    changeFields("oauthStart", () => ({ expiresAt: undefined })),
  ),
  "expires-at-is-past": oauth(
    "2.7",
    "expiresAt: Expiry of the signed OAuth state",
    changeFields("oauthStart", ({ expiresAt }) => ({ expiresAt: new Date(expiresAt.getTime() - hour) })),
  ),
  "oauth-start-returns-201": oauth("4.5", "200: OAuthStart result", (rules) => ({
    successStatus: { ...rules.successStatus, startOauth: 201 },
  })),
  "state-never-expires": oauth("8", expiry, () => ({
    acceptsState: (state, isSigned, brainId) => isSigned && state.brainId === brainId,
  })),
  "state-expires-late": oauth("8", expiry, (rules) => ({
    acceptsState: (state, isSigned, brainId, now) =>
      rules.acceptsState(state, isSigned, brainId, new Date(now.getTime() - 60_000)),
  })),
  "state-expires-early": oauth("8", expiry, (rules) => ({
    acceptsState: (state, isSigned, brainId, now) =>
      rules.acceptsState(state, isSigned, brainId, new Date(now.getTime() + 60_000)),
  })),
  "expires-at-is-an-hour-late": oauth(
    "8",
    expiry,
    changeFields("oauthStart", ({ expiresAt }) => ({ expiresAt: new Date(expiresAt.getTime() + hour) })),
  ),
  "state-for-any-brain": {
    ...oauth("4.5", signed, (rules) => ({
      acceptsState: (state, isSigned, _, now) => rules.acceptsState(state, isSigned, state.brainId, now),
    })),
    needs: "a second brain",
  },
  "state-is-not-verified": oauth("4.5", signed, (rules) => ({
    acceptsState: (state, _, brainId, now) => rules.acceptsState(state, true, brainId, now),
  })),
  "state-refused": oauth("4.5", "which the client passes to an operation named `confirmOauth`", () => ({
    acceptsState: () => false,
  })),
} satisfies Readonly<Record<string, Violation>>;
