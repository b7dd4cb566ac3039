import { expect, it } from "vitest";
import { buildState, recordsOf } from "../helpers/build-state.ts";
import { startAuthorization, withState } from "../helpers/oauth.ts";
import { openServer } from "../helpers/open-server.ts";

// Makes an invalid state of the two parts of a valid one, and of the signature of another.
type Forge = (content: string, signature: string, other: string) => string;

// Writes the fields of a state with other values, and the old signature.
const change =
  (fields: object): Forge =>
  (content, signature) => {
    const own: object = JSON.parse(Buffer.from(content, "base64url").toString());
    return `${Buffer.from(JSON.stringify({ ...own, ...fields })).toString("base64url")}.${signature}`;
  };

// Replaces the last letter by the next one, which differs only in bits that base64 ignores.
const replaceLast = (text: string) => text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);

// Expects that no control accepts a forged state, and that the valid one is kept.
async function expectInvalid(forge: Forge, problem: string): Promise<void> {
  const server = openServer();
  const { oauth } = server.control;
  const valid = await startAuthorization(server);
  const [content = "", signature = ""] = valid.state.split(".");
  const [, other = ""] = (await startAuthorization(server)).state.split(".");
  const state = forge(content, signature, other);
  const authorizationUrl = withState(valid.authorizationUrl, state);
  const error = { code: "oauth_invalid_state", message: expect.stringContaining(problem) };
  await expect(oauth.approve({ authorizationUrl })).rejects.toMatchObject(error);
  await expect(oauth.deny({ authorizationUrl })).rejects.toMatchObject(error);
  await expect(oauth.confirm({ code: "any", state })).rejects.toMatchObject(error);
  expect(recordsOf(server)).toStrictEqual(buildState());
  expect(await oauth.approve(valid.started)).toHaveProperty("code");
}

it("an authorization URL without a state is rejected", () => expectInvalid(() => "", "there is no state."));

// biome-ignore format: several values a line
it.each([
  " ", "garbage", ".", "eyJhIjoxfQ.", ".eyJhIjoxfQ", "eyJh.eyJh.eyJh", "eyJh+jox/Q.eyJh+jox/Q", "eyJhIjoxfQ==.eyJhIjoxfQ==",
  "eyJhIjoxfQ.eyJhIjoxfQ\n", "eyJhIjoxfQ.eyJhIjox\0fQ", "größe.✓", "a".repeat(100_000), ".".repeat(100_000),
])("the state %j is rejected, because it isn't readable", (state) =>
  expectInvalid(
    () => state,
    "the state is not readable. Pass it on exactly as oauth.start or the callback returned it.",
  ));

it.each<{ state: string; forge: Forge }>([
  { state: "another brain", forge: change({ brainId: "brain_ropes" }) },
  { state: "a later expiry", forge: change({ expiresAt: "2027-01-01T00:00:00Z" }) },
  { state: "another last letter", forge: (content, signature) => `${content}.${replaceLast(signature)}` },
  { state: "content that is no JSON", forge: (_, signature) => `abcd.${signature}` },
  { state: "half a signature", forge: (content, signature) => `${content}.${signature.slice(0, 22)}` },
  { state: "a longer signature", forge: (content, signature) => `${content}.${signature}AAA` },
  { state: "its content as a signature", forge: (content) => `${content}.${content}` },
  { state: "the signature of another state", forge: (content, _, other) => `${content}.${other}` },
])("a state with $state is rejected, because it was changed", ({ forge }) =>
  expectInvalid(forge, "the state was changed, or signed by another server"),
);

it("a state that another server signed is rejected", async () => {
  const { authorizationUrl } = await startAuthorization(openServer({ randomSeed: "another server" }));
  const approval = openServer().control.oauth.approve({ authorizationUrl });
  await expect(approval).rejects.toMatchObject({ code: "oauth_invalid_state" });
});

const own = "https://knowledge-base.test/_platform/oauth";
const rule = "authorizationUrl must be the URL that oauth.start returned";

it.each([
  { authorizationUrl: "garbage", code: "invalid_input", message: rule },
  { authorizationUrl: "", code: "invalid_input", message: rule },
  { authorizationUrl: `${own}/done?state=a.b`, code: "invalid_input", message: rule },
  { authorizationUrl: "/_platform/oauth/authorize?state=a.b", code: "invalid_input", message: rule },
  { authorizationUrl: `${own}/authorize?state=a&state=a`, code: "oauth_invalid_state", message: "more than one state" },
])("an authorization URL can't be '$authorizationUrl'", async ({ authorizationUrl, code, message }) => {
  const { oauth } = openServer().control;
  for (const call of [oauth.approve({ authorizationUrl }), oauth.deny({ authorizationUrl })])
    await expect(call).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
});
