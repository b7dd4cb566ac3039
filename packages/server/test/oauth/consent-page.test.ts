import { expect, it } from "vitest";
import { buildState } from "../helpers/build-state.ts";
import {
  decideOnPage,
  openPage,
  readProblem,
  readRedirect,
  sendForm,
  startAuthorization,
  withState,
} from "../helpers/oauth.ts";
import { openServer } from "../helpers/open-server.ts";

const own = "https://knowledge-base.test";
const done = `${own}/_platform/oauth/done`;

async function openStarted(options: Parameters<typeof openServer>[0] = {}) {
  const server = openServer(options);
  return { server, ...(await startAuthorization(server)) };
}

// Opens a server whose organizations and brains have a name.
function openNamed(name: string) {
  const { organizations, brains } = buildState();
  const rename = <Named extends object>(record: Named) => ({ ...record, name });
  return openStarted({ seed: buildState({ organizations: organizations.map(rename), brains: brains.map(rename) }) });
}

// The tags of a page, in their order, without the values of their attributes.
async function structureOf(response: Response): Promise<string[]> {
  return Array.from((await response.text()).matchAll(/<[^>]*>/g), ([tag]) => tag.replaceAll(/="[^"]*"/g, ""));
}

// biome-ignore format: several values a line
const hostileTexts = [
  "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' onclick='alert(1)", "</h1></main></html>",
  "&lt;b&gt; &amp; &apos;", "\u202eevil עברית", "a\r\nSet-Cookie: b=c", "{{2}} %3Cb%3E $1 \\1", "x".repeat(200),
];

it("the consent page names the organization, the brain and the expiry, and has a form", async () => {
  const { server, authorizationUrl, state } = await openStarted();
  const page = await openPage(server, authorizationUrl);
  const title = "Connect a brain to your workspace";
  expect(page).toMatchObject({ status: 200, title, heading: "Connect Tides to your workspace?" });
  const sentence = "North asks to add its bot to your workspace, so that the brain Tides can notify the channels";
  expect(page.text).toContain(sentence);
  expect(page.text).toContain("Valid until 2026-07-01T12:10:00.000Z");
  expect(page.html.match(/<bdi>/g)).toHaveLength(3);
  expect(page.html).toContain(`<form method="post" action="?">
<input type="hidden" name="state" value="${state}">
<label>Name of your workspace <input name="teamName" value="Workspace" maxlength="80" required dir="auto" autocomplete="off"></label>
<div class="buttons">
<button name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>`);
});

it("the consent page can be opened any number of times until the decision", async () => {
  const { server, authorizationUrl, state } = await openStarted();
  const first = await openPage(server, authorizationUrl);
  expect(await openPage(server, `${authorizationUrl}&teamName=Mine&decision=approve&code=1`)).toStrictEqual(first);
  const headers = { "x-api-key": "key_nobody" };
  expect((await server.fetch(authorizationUrl, { headers })).status).toBe(200);
  const redirect = readRedirect(await decideOnPage(server, authorizationUrl, "deny"));
  expect(redirect).toBe(`${done}?error=access_denied&state=${state}`);
  const again = [await server.fetch(authorizationUrl), await decideOnPage(server, authorizationUrl, "approve")];
  for (const response of again) expect(await readProblem(response)).toHaveProperty("code", "oauth_used_state");
});

it.each(hostileTexts)("the consent page shows names such as %j as they are, and no tag of them", async (name) => {
  const plain = await openStarted();
  const { server, authorizationUrl } = await openNamed(name);
  const { heading, text } = await openPage(server, authorizationUrl);
  const shown = name.replaceAll(/\s+/g, " ");
  expect(heading).toBe(`Connect ${shown} to your workspace?`);
  expect(text).toContain(`${shown} asks to add its bot to your workspace, so that the brain ${shown} can notify`);
  const structure = await structureOf(await plain.server.fetch(plain.authorizationUrl));
  expect(await structureOf(await server.fetch(authorizationUrl))).toStrictEqual(structure);
});

it.each(hostileTexts)("the consent page at the end of the flow shows fields such as %j as they are", async (name) => {
  const server = openServer();
  const shown = name.replaceAll(/\s+/g, " ");
  const callback = `${done}?${new URLSearchParams({ code: name, state: name, other: name })}`;
  expect((await openPage(server, callback)).terms).toStrictEqual({ code: shown, state: shown });
  const shownCallback = await structureOf(await server.fetch(`${done}?code=1&state=2`));
  expect(await structureOf(await server.fetch(callback))).toStrictEqual(shownCallback);
});

it.each(["", " ", "\t\n"])("the consent page shows the ids if the names are %j", async (name) => {
  const { server, authorizationUrl } = await openNamed(name);
  const { heading, text } = await openPage(server, authorizationUrl);
  expect(heading).toBe("Connect brain_tides to your workspace?");
  expect(text).toContain("org_north asks to add its bot");
});

it.each([
  { teamName: "  Quay ", kept: "Quay" },
  { teamName: " ", kept: "Workspace" },
  ...hostileTexts.map((text) => ({ teamName: text, kept: text })),
])("the consent page accepts '$teamName' as the name of the workspace", async ({ teamName, kept }) => {
  const { server, authorizationUrl } = await openStarted();
  const response = await decideOnPage(server, authorizationUrl, "approve", teamName);
  expect([...response.headers.keys()]).not.toContain("set-cookie");
  const { code = "", state = "" } = Object.fromEntries(new URL(readRedirect(response)).searchParams);
  expect(await server.control.oauth.confirm({ code, state })).toHaveProperty("teamName", kept);
});

type Headers = Record<string, string>;
type FieldsOf = (state: string) => Headers | string[][];
type Started = Awaited<ReturnType<typeof openStarted>>;

const form = "application/x-www-form-urlencoded";
const approve = (state: string) => ({ state, decision: "approve" });
const write = (state: string) => `state=${state}&decision=approve`;

// biome-ignore format: one row a line
it.each<{ who: string; headers: Headers }>([
  { who: "a program", headers: {} },
  { who: "the page", headers: { origin: own, "sec-fetch-site": "same-origin" } },
  { who: "the page in an older browser", headers: { origin: own } },
  { who: "the page under another host", headers: { origin: "https://kb.example", host: "kb.example" } },
  { who: "the page on this machine", headers: { origin: "http://localhost:3000", host: "localhost:3000" } },
  { who: "the page behind a proxy", headers: { origin: "https://kb.example", host: "upstream:80", "sec-fetch-site": "same-origin" } },
])("the decision on the consent page is read from $who", async ({ headers }) => {
  const { server, authorizationUrl, state } = await openStarted();
  const response = await sendForm(server, authorizationUrl, { state, decision: "approve" }, headers);
  expect(readRedirect(response)).toContain("code=");
});

// Expects a decision to be rejected, and the authorization to stay open.
async function expectRejection(status: number, code: string, send: (started: Started) => Promise<Response>) {
  const started = await openStarted();
  const response = await send(started);
  expect(response.status).toBe(status);
  expect((await readProblem(response)).code).toBe(code);
  await expect(started.server.control.oauth.approve(started.started)).resolves.toHaveProperty("code");
}

const submit =
  (fieldsOf: FieldsOf, headers?: Headers) =>
  ({ server, authorizationUrl, state }: Started) =>
    sendForm(server, authorizationUrl, fieldsOf(state), headers);

it.each<{ who: string; headers: Headers }>([
  { who: "another site", headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" } },
  { who: "another site in an older browser", headers: { origin: "https://evil.example" } },
  { who: "another subdomain", headers: { origin: "https://app.knowledge-base.test", host: "knowledge-base.test" } },
  { who: "a host as an origin", headers: { origin: "evil", host: "evil" } },
  { who: "a page that hides its origin", headers: { origin: "null" } },
])("the decision on the consent page is rejected from $who", ({ headers }) =>
  expectRejection(403, "403", submit(approve, headers)),
);

const invalidState = { status: 400, code: "oauth_invalid_state" };
// biome-ignore format: one row a line
it.each<{ what: string; status: number; code: string; fieldsOf: FieldsOf }>([
  { what: "no decision", status: 400, code: "400", fieldsOf: (state) => ({ state }) },
  { what: "an unknown decision", status: 400, code: "400", fieldsOf: (state) => ({ state, decision: "Approve" }) },
  { what: "no state", ...invalidState, fieldsOf: () => ({ decision: "approve" }) },
  { what: "two states", ...invalidState, fieldsOf: (state) => [...Object.entries(approve(state)), ["state", state]] },
  { what: "more than 100 KiB", status: 413, code: "413", fieldsOf: (state) => ({ ...approve(state), teamName: "a".repeat(100 * 1024) }) },
])("a decision is rejected with $status and the code $code for $what", ({ status, code, fieldsOf }) =>
  expectRejection(status, code, submit(fieldsOf)),
);

const otherTypes = ["", "application/json", "text/plain", "multipart/form-data; boundary=b", `${form}-2`];
it.each(otherTypes)("the decision on the consent page is rejected with the content type '%s'", (type) =>
  expectRejection(415, "415", ({ server, authorizationUrl, state }) =>
    server.fetch(authorizationUrl, { method: "POST", headers: { "content-type": type }, body: write(state) }),
  ),
);

it.each([
  { name: "escapes that escape nothing", code: "oauth_invalid_state", body: "%zz=%ff&decision=%61pprove&state=%" },
  { name: "no fields", code: "400", body: "&&&===%\0" },
  { name: "bytes that are no text", code: "400", body: new Uint8Array([0xff, 0xfe, 0x26]) },
])("the decision on the consent page is rejected with 400 and the code $code for $name", ({ code, body }) =>
  expectRejection(400, code, ({ server, authorizationUrl }) =>
    server.fetch(authorizationUrl, { method: "POST", headers: { "content-type": form }, body }),
  ),
);

it("the decision on the consent page may have the largest form", async () => {
  const { server, authorizationUrl, state } = await openStarted();
  const rest = new URLSearchParams({ ...approve(state), teamName: "" }).toString().length;
  const teamName = "a".repeat(100 * 1024 - rest);
  expect((await sendForm(server, authorizationUrl, { ...approve(state), teamName })).status).toBe(303);
});

it("the decision on the consent page takes its state from the form alone", async () => {
  const { server, authorizationUrl } = await openStarted();
  const { state: other } = await startAuthorization(server);
  const headers = { "content-type": "Application/X-WWW-Form-Urlencoded;charset=UTF-8" };
  const init = { method: "POST", headers, body: write(other), redirect: "manual" } as const;
  const redirect = readRedirect(await server.fetch(authorizationUrl, init));
  expect(new URL(redirect).searchParams.get("state")).toBe(other);
  expect((await server.fetch(authorizationUrl)).status).toBe(200);
});

const use = ({ server, started }: Started) => server.control.oauth.approve(started);
const expire = ({ server }: Started) => server.clock.advance(600_000);
const remove = ({ server }: Started) => server.restore({ version: 1 });
it.each<{ status: number; code: string; cause: string; prepare: (started: Started) => unknown }>([
  { status: 400, code: "oauth_used_state", cause: "was already approved.", prepare: use },
  { status: 400, code: "oauth_expired_state", cause: "expired at 2026-07-01T12:10:00.000Z.", prepare: expire },
  { status: 404, code: "not_found", cause: "no longer has the brain brain_tides.", prepare: remove },
])("a problem page has the status $status, the code $code and the cause", async ({ status, code, cause, prepare }) => {
  const started = await openStarted();
  await prepare(started);
  const response = await started.server.fetch(started.authorizationUrl);
  expect(response.status).toBe(status);
  expect(await readProblem(response)).toStrictEqual({ code, message: expect.stringContaining(cause) });
});

it.each(["", "?state=a.b"])("the end of the flow is a problem page if '%s' is no callback", async (query) => {
  expect(await readProblem(await openServer().fetch(done + query))).toHaveProperty("code", "400");
});

it("the problem page has the status 500 if the clock fails", async () => {
  let time: number | undefined = 0;
  const { server, authorizationUrl } = await openStarted({ clock: { now: () => time ?? expect.fail("It broke") } });
  time = undefined;
  const response = await server.fetch(authorizationUrl);
  expect(response.status).toBe(500);
  expect(await readProblem(response)).toStrictEqual({ code: "500", message: "It broke" });
});

it("the problem page doesn't repeat an invalid state", async () => {
  const { server, authorizationUrl } = await openStarted();
  const page = await openPage(server, withState(authorizationUrl, "<b>garbage</b>"));
  expect(page.title).toBe("Authorization cannot continue");
  expect(page.html).not.toContain("garbage");
});

it("the problem page shows the texts of others as they are", async () => {
  const id = '<img src=x onerror="alert(1)">';
  const seed = buildState({ brains: [{ id, organizationId: "org_north", name: "Image" }], pages: [], bindings: [] });
  const server = openServer({ seed });
  const { authorizationUrl } = await startAuthorization(server, id);
  server.restore(buildState());
  const response = await server.fetch(authorizationUrl);
  expect(await response.clone().text()).not.toContain("<img");
  expect((await readProblem(response)).message).toContain(`no longer has the brain ${id}`);
});

it("no response of the messaging platform is cached, framed or runs a script", async () => {
  const { server, authorizationUrl } = await openStarted();
  const responses = [
    await server.fetch(authorizationUrl),
    await decideOnPage(server, authorizationUrl, "approve"),
    await server.fetch(authorizationUrl),
    await server.fetch(`${done}?code=1`),
    await server.fetch(done),
    await server.fetch(authorizationUrl, { method: "HEAD" }),
    await server.fetch(authorizationUrl, { method: "POST", body: "decision=approve" }),
  ];
  expect(responses.map(({ status }) => status)).toStrictEqual([200, 303, 400, 200, 400, 400, 415]);
  for (const { headers } of responses) {
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
  }
});

it("the response of the messaging platform to HEAD is that to GET without its body", async () => {
  const { server, authorizationUrl } = await openStarted();
  for (const url of [authorizationUrl, `${done}?code=1`, done]) {
    const [get, head] = [await server.fetch(url), await server.fetch(url, { method: "HEAD" })];
    expect(head.status).toBe(get.status);
    expect(await head.text()).toBe("");
    const length = String((await get.arrayBuffer()).byteLength);
    const headers = { ...Object.fromEntries(get.headers), "content-length": length };
    expect(Object.fromEntries(head.headers)).toStrictEqual(headers);
  }
});
