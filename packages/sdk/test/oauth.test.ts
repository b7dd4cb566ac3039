import { isKnowledgeBaseError } from "@knowledge-base/sdk";
import { OAuthCallbackError, readOAuthCallback, readOAuthState } from "@knowledge-base/sdk/oauth";
import { beforeEach, expect, it, vi } from "vitest";
import { expectHidden } from "./helpers/print-everything.ts";
import { getThrown } from "./helpers/rejections.ts";

const state = "st_4f1c.eyJicmFpbiI6Im9wcyJ9-signature_9A";
const code = "code-71b2_secret";
const expiresAt = "2026-06-03T12:10:00.000Z";
const expiry = Date.parse(expiresAt);

type Query = Record<string, string> | string[][];
type Expected = Parameters<typeof readOAuthCallback>[1];

const callbackUrl = (query: Query) => `https://app.example/oauth/callback?${new URLSearchParams(query)}`;
const url = callbackUrl({ code, state });

// Reads a callback that must be rejected, and returns the error, which shows neither code nor state unless the platform does.
function readError(given: string | URL, expected: Expected = { state }, time?: number): OAuthCallbackError {
  const error = getThrown(() => readOAuthCallback(given, expected, time));
  expect(error).toBeInstanceOf(OAuthCallbackError);
  expectHidden(error, state, code);
  expect(isKnowledgeBaseError(error, "oauth_callback")).toBe(true);
  return error as OAuthCallbackError;
}

const failed = (problem: string, cause: string) => ({ problem, message: `Failed to read an OAuth callback: ${cause}` });
const malformed = (cause: string) => failed("malformed", cause);
const mismatch = failed("state_mismatch", "its state is not that of the started flow.");
const expired = (now: string) => failed("expired", `its state expired at ${expiresAt}, and it is ${now}. Start again.`);
const denied = (reason: string) => failed("denied", `the platform denied access${reason}.`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

const page = "https://platform.example/authorize";

const plainStates = ["a b", "a+b/c==", "a&b=c", "a%20b", "ö 天 👨‍👩‍👧", " ", state];

it.each(plainStates)("readOAuthState returns the state %j, decoded once", (plain) => {
  const query = `?client_id=app&STATE=other&state=${encodeURIComponent(plain)}&state%5B%5D=other#state=other`;
  expect(readOAuthState({ authorizationUrl: page + query })).toBe(plain);
});

// biome-ignore format: several values a line
const noStates = [
  "", "?client_id=app", "?state=", "?state&x=1", "?state=a&state=b", "?state=a&state=a", "?state=&state=a", "#state=a", "?State=a",
].map((query) => page + query);
const noUrls = ["", " ", "/authorize?state=a", "?state=a", "https://?state=a", "https://[?state=a"];

it.each([...noStates, ...noUrls])("readOAuthState rejects %j", (authorizationUrl) => {
  const problem = "authorizationUrl is not a URL with one state in its query.";
  const error = new TypeError(`Failed to read an OAuth start: ${problem}`);
  expect(() => readOAuthState({ authorizationUrl })).toThrow(error);
});

const readable = [
  url,
  new URL(url),
  `${url}#_=_`,
  `/?code=${code}&state=${state}`,
  `?state=${state}&code=${code}`,
  `//oauth/callback?code=${code}&state=${state}`,
  `harbour-app://oauth?code=${code}&state=${state}`,
  callbackUrl({ scope: "a b", code, iss: "x", state, Code: "y", "code[]": "z", error_description: "Closed" }),
];

it.each(readable)("readOAuthCallback reads code and state from %s", (given) => {
  const before = String(given);
  expect(readOAuthCallback(given, { state })).toEqual({ code, state });
  expect(String(given)).toBe(before);
});

const texts = ["a b", "a+b/c==", "a&b=c#d", "a%20b", "ö 天 👨‍👩‍👧 \u200B", "e\u0301", "../..", "\0\r\n", "__proto__"];

it.each(texts)("readOAuthCallback returns %j as it was before it was put into the URL", (text) => {
  const given = { code: text, state: text };
  const encoded = encodeURIComponent(text);
  for (const written of [callbackUrl(given), `/callback?code=${encoded}&state=${encoded}`])
    expect(readOAuthCallback(written, { state: text })).toEqual(given);
});

const noState = malformed("it has no state.");
const noUrl = malformed("it is not a URL.");
const otherStates = ["other", state.slice(0, -1), state.slice(1), `${state}A`, `A${state}`, state.toUpperCase()]
  .concat(`${state} `, `${state}\0`, `${state}\u200B`, `${state.slice(0, -1)}B`)
  .map((given) => callbackUrl({ code, state: given }));

// biome-ignore format: one row a line
it.each([
  { ...malformed("it has no code."), callbacks: [`/?state=${state}`, `/?code=&state=${state}`, `/?code=&code=${code}&state=${state}`] },
  { ...noState, callbacks: [`/?code=${code}`, `/?code=${code}&state=`, "/?error=access_denied", "", "/", "*"] },
  { ...noState, callbacks: [`#code=${code}&state=${state}`, `/callback;code=${code}&state=${state}`] },
  { ...malformed("it has more than one code."), callbacks: [`${url}&code=${code}`, `${url}&code=`] },
  { ...malformed("it has more than one state."), callbacks: [`${url}&state=x`, `/?code=${code}&state=x&state=${state}`] },
  { ...noUrl, callbacks: [`//?code=${code}&state=${state}`, `http://[?code=${code}&state=${state}`] },
  { ...noUrl, callbacks: [`https://a b/?code=${code}`] },
  { ...mismatch, callbacks: [...otherStates, callbackUrl({ error: "access_denied", state: "other" })] },
])("readOAuthCallback rejects with the problem $problem, and says '$message'", ({ callbacks, ...error }) => {
  for (const given of callbacks) expect(readError(given)).toMatchObject(error);
});

const noFlows = [undefined, null, "", { state: undefined }, { state: null }, { state: "" }];

it.each(noFlows)("readOAuthCallback throws without a state to compare with, such as for %j", (flow) => {
  for (const query of [{ code, state }, { code, state: "" }, { code, state: "undefined" }, {}]) {
    expect(() => readOAuthCallback(callbackUrl(query), flow as Expected)).toThrow(
      /^Failed to read an OAuth callback: there is no expected state\. Pass the state/,
    );
  }
});

it.each([0, expiry - 1, expiry - 0.5])("a callback hasn't expired at %s, by default the current time", (time) => {
  vi.setSystemTime(time);
  expect(readOAuthCallback(url, { state, expiresAt }, time)).toEqual({ code, state });
  expect(readOAuthCallback(url, { state, expiresAt })).toEqual({ code, state });
});

it.each([
  { time: expiry, shown: expiresAt },
  { time: expiry + 1, shown: "2026-06-03T12:10:00.001Z" },
])("the expiry of a callback has passed at $shown, by default the current time", ({ time, shown }) => {
  vi.setSystemTime(time);
  expect(readError(url, { state, expiresAt }, time)).toMatchObject(expired(shown));
  expect(readError(url, { state, expiresAt })).toMatchObject(expired(shown));
  expect(readOAuthCallback(url, { state, expiresAt: undefined }, time)).toEqual({ code, state });
});

it.each([Number.NaN, Number.POSITIVE_INFINITY])("a callback has expired at %s, which is no time", (time) => {
  expect(readError(url, { state, expiresAt }, time)).toMatchObject(expired(String(time)));
  expect(readOAuthCallback(url, { state, expiresAt: undefined }, time)).toEqual({ code, state });
});

const sameTimes = [
  "2026-06-03T12:10Z",
  "2026-06-03T14:10:00+0200",
  "2026-06-03T07:10:00.000000-05:00",
  "2026-06-03T12:10:00",
];

it.each(sameTimes)("the expiry of a callback may be written as %s, which is UTC without an offset", (written) => {
  vi.stubEnv("TZ", "Australia/Sydney");
  expect(readOAuthCallback(url, { state, expiresAt: written }, expiry - 1)).toEqual({ code, state });
  expect(readError(url, { state, expiresAt: written }, expiry).problem).toBe("expired");
});

it.each(["", " ", "soon", "2026-13-01T00:00:00Z", "NaN"])("the expiry of a callback can't be %j", (written) => {
  expect(() => readOAuthCallback(url, { state, expiresAt: written }, 0)).toThrow(/expiresAt is not a timestamp\.$/);
});

it("the expiry of a callback counts after the state, a denial and a missing code", () => {
  const old = { state, expiresAt: "2020-01-01T00:00:00Z" };
  const queries = [{ state: "other" }, { error: "access_denied", state }, { state }, { code, state }];
  const problems = queries.map((query) => readError(callbackUrl(query), old).problem);
  expect(problems).toEqual(["state_mismatch", "denied", "malformed", "expired"]);
});

const cut = `${"x".repeat(199)}…`;

it.each<{ query: Record<string, string>; reason: string }>([
  { query: { error: "access_denied" }, reason: ": access_denied" },
  { query: { error: "access_denied", error_description: "No. Not now." }, reason: ": access_denied, No. Not now" },
  { query: { error: "", error_description: "Closed for today" }, reason: ": Closed for today" },
  { query: { error: "", error_description: " \r\n\u200B" }, reason: "" },
  { query: { error: "\u202E", error_description: " " }, reason: "" },
  { query: { error: "server_error", code }, reason: ": server_error" },
  { query: { error: "x".repeat(10_000), error_description: "x".repeat(10_000) }, reason: `: ${cut}, ${cut}` },
  { query: { error: "no\r\n2026 fake\u2028line\u0085x\v\0\u001B[31m" }, reason: ": no 2026 fake line x [31m" },
  { query: { error: "\u202Eevil\u202C \u2066x\u2069 \u200F\u061Cy" }, reason: ": evil x y" },
  { query: { error: "a\u200B\u00AD\u2060\uFEFF\u{E0041}\uFE0Fb\uD83D" }, reason: ": ab\uFFFD" },
])("a denied authorization has the reason of the platform in $query as one short line", ({ query, reason }) => {
  expect(readError(callbackUrl({ ...query, state }))).toMatchObject(denied(reason));
});
