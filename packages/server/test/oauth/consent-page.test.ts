import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { errorResponse } from "../error-response.ts";
import { openServer } from "../open-server.ts";
import { decideOnPage, openPage, readProblemPage, readRedirect } from "./consent-page.ts";
import { startAuthorization, withState } from "./start-authorization.ts";

const done = "https://knowledge-base.test/_platform/oauth/done";

const hostileTexts = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onclick='alert(1)",
  "</h1></main></html>",
  "&lt;b&gt; &amp; &#39;",
  "\u202eevil עברית",
  "a\r\nSet-Cookie: b=c",
  "{{2}} %3Cb%3E $1 \\1",
  "x".repeat(200),
];

/** The tags of a page, in their order, each with the names of its attributes. */
async function structureOf(response: Response): Promise<string[]> {
  const html = await response.text();
  return Array.from(html.matchAll(/<[^>]*>/g), ([tag]) => tag.replaceAll(/="[^"]*"/g, ""));
}

function openServerOf(brainName: string, organizationName: string) {
  const { organizations, brains } = buildState();
  return openServer({
    seed: buildState({
      organizations: organizations.map((organization) => ({ ...organization, name: organizationName })),
      brains: brains.map((brain) => ({ ...brain, name: brainName })),
    }),
  });
}

describe("the consent page", () => {
  it("names the organization, the brain and the expiry", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const { status, title, heading, text } = await openPage(server, authorizationUrl);
    expect({ status, title, heading }).toStrictEqual({
      status: 200,
      title: "Connect a brain to your workspace",
      heading: "Connect Tides to your workspace?",
    });
    expect(text).toContain(
      "North asks to add its bot to your workspace, so that the brain Tides can notify the channels",
    );
    expect(text).toContain("Valid until 2026-07-01 12:10:00 UTC");
  });

  it("has a form with a label, a default name, and a button for each decision", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    expect((await openPage(server, authorizationUrl)).form).toStrictEqual({
      method: "post",
      action: "?",
      fields: { state, teamName: "Workspace" },
      labels: { teamName: "Name of your workspace" },
      buttons: { Approve: ["decision", "approve"], Deny: ["decision", "deny"] },
    });
  });

  it("can be opened any number of times until the decision", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const first = await openPage(server, authorizationUrl);
    expect(await openPage(server, authorizationUrl)).toStrictEqual(first);
    await decideOnPage(server, authorizationUrl, "Deny");
    const { status, form } = await openPage(server, authorizationUrl);
    expect({ status, form }).toStrictEqual({ status: 400, form: undefined });
  });

  it("needs no key, and ignores one", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    for (const key of ["key_south", "key_nobody"]) {
      expect((await server.fetch(authorizationUrl, { headers: { "x-api-key": key } })).status).toBe(200);
    }
  });

  it("ignores other fields of the query", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const page = await openPage(server, authorizationUrl);
    expect(await openPage(server, `${authorizationUrl}&teamName=Mine&decision=approve&code=1`)).toStrictEqual(page);
  });

  it.each(hostileTexts)("shows a name such as %j as it is, and no tag of it", async (name) => {
    const plain = openServer();
    const hostile = openServerOf(name, name);
    const { authorizationUrl } = await startAuthorization(hostile);
    const { heading, text } = await openPage(hostile, authorizationUrl);
    const shown = name.replaceAll(/\s+/g, " ");
    expect(heading).toBe(`Connect ${shown} to your workspace?`);
    expect(text).toContain(`${shown} asks to add its bot to your workspace, so that the brain ${shown} can notify`);
    expect(await structureOf(await hostile.fetch(authorizationUrl))).toStrictEqual(
      await structureOf(await plain.fetch((await startAuthorization(plain)).authorizationUrl)),
    );
  });

  it("isolates names, so that they do not reorder the text around them", async () => {
    const server = openServer();
    const html = await (await server.fetch((await startAuthorization(server)).authorizationUrl)).text();
    expect(html.match(/<bdi>[^<]*<\/bdi>/g)).toStrictEqual(
      ["Tides", "North", "Tides"].map((name) => `<bdi>${name}</bdi>`),
    );
  });

  it.each(["", " ", "\t\n"])("shows the ids if the names are %j", async (name) => {
    const server = openServerOf(name, name);
    const { heading, text } = await openPage(server, (await startAuthorization(server)).authorizationUrl);
    expect(heading).toBe("Connect brain_tides to your workspace?");
    expect(text).toContain("org_north asks to add its bot");
  });

  it.each([
    ["Quay", "Quay"],
    ["  Quay ", "Quay"],
    ["", "Workspace"],
    [" ", "Workspace"],
    ...hostileTexts.map((name) => [name, name]),
  ])("accepts %j as the name of the workspace", async (teamName, expected) => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const response = await decideOnPage(server, authorizationUrl, "Approve", { teamName });
    expect([...response.headers.keys()]).not.toContain("set-cookie");
    const { code = "", state = "" } = Object.fromEntries(new URL(readRedirect(response)).searchParams);
    expect((await server.control.oauth.confirm({ code, state })).teamName).toBe(expected);
  });

  it("differs for each server in one process", async () => {
    const one = openServer({ randomSeed: "one" });
    const two = openServer({ randomSeed: "two" });
    const { authorizationUrl } = await startAuthorization(one);
    expect((await openPage(one, authorizationUrl)).status).toBe(200);
    expect((await openPage(two, authorizationUrl)).status).toBe(400);
  });

  it("exists only below the path of the base URL", async () => {
    const server = openServer({ baseUrl: "https://knowledge-base.test/api" });
    const { authorizationUrl } = await startAuthorization(server);
    expect((await openPage(server, authorizationUrl)).status).toBe(200);
    expect((await server.fetch(authorizationUrl.replace("/api/", "/"))).status).toBe(404);
    expect((await server.fetch(authorizationUrl.replace("/authorize?", "/authorize/?"))).status).toBe(404);
  });
});

describe("the page at the end", () => {
  it.each(hostileTexts)("shows a callback with %j as it is, and no tag of it", async (value) => {
    const server = openServer();
    const url = `${done}?${new URLSearchParams({ code: value, state: value, other: value })}`;
    const shown = value.replaceAll(/\s+/g, " ");
    expect((await openPage(server, url)).terms).toStrictEqual({ code: shown, state: shown });
    expect(await structureOf(await server.fetch(url))).toStrictEqual(
      await structureOf(await server.fetch(`${done}?code=1&state=2`)),
    );
  });

  it("reports no approval if there is neither a code nor an error", async () => {
    const server = openServer();
    for (const query of ["", "?state=a.b"]) {
      expect(await readProblemPage(await server.fetch(done + query))).toMatchObject({ code: "no_callback" });
    }
  });
});

describe("the problem page", () => {
  it("has the problem in its title", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    const { authorizationUrl: used } = await startAuthorization(server);
    await decideOnPage(server, used, "Approve");
    const { authorizationUrl: denied } = await startAuthorization(server);
    await decideOnPage(server, denied, "Deny");
    const titles = [];
    titles.push((await openPage(server, withState(authorizationUrl, "garbage"))).title);
    titles.push((await openPage(server, withState(authorizationUrl, `${state}AAAA`))).title);
    titles.push((await openPage(server, used)).title);
    titles.push((await openPage(server, denied)).title);
    server.clock.advance(10 * 60 * 1000);
    titles.push((await openPage(server, authorizationUrl)).title);
    server.restore({ version: 1 });
    titles.push((await openPage(server, authorizationUrl)).title);
    expect(titles).toStrictEqual([
      "Invalid authorization link",
      "Invalid authorization link",
      "Authorization was already approved",
      "Authorization was already denied",
      "Authorization link has expired",
      "Brain or organization no longer exists",
    ]);
  });

  it("has the cause in a sentence of its own, and advice that fits it", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const { authorizationUrl: used } = await startAuthorization(server);
    await decideOnPage(server, used, "Approve");
    expect((await openPage(server, used)).text).toContain(
      "There is nothing left to do on this page. Return to the application that sent you here. The authorization was already approved. oauth_used_state",
    );
    server.clock.advance(10 * 60 * 1000);
    expect((await openPage(server, authorizationUrl)).text).toMatch(
      /connect it again there\. The state expired at 2026-\d\d-\d\d \d\d:\d\d:\d\d UTC\. oauth_expired_state$/,
    );
  });

  it("does not quote a state that it rejects", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const html = await (await server.fetch(withState(authorizationUrl, "<b>garbage</b>"))).text();
    expect(html).not.toContain("garbage");
  });

  it("shows ids of any letters as they are", async () => {
    const id = '<img src=x onerror="alert(1)">';
    const brains = [{ id, organizationId: "org_north", name: "Image" }];
    const server = openServer({ seed: buildState({ brains, pages: [], bindings: [] }) });
    const { authorizationUrl } = await startAuthorization(server, id);
    server.restore(buildState());
    const response = await server.fetch(authorizationUrl);
    expect(await response.clone().text()).not.toContain("<img");
    expect((await readProblemPage(response)).message).toContain(`no longer has the brain ${id}`);
  });

  it("reports a clock that fails", async () => {
    let fails = false;
    const clock = {
      now() {
        if (fails) throw new Error("The clock broke");
        return 0;
      },
    };
    const server = openServer({ clock });
    const { authorizationUrl } = await startAuthorization(server);
    fails = true;
    const response = await server.fetch(authorizationUrl);
    expect(response.status).toBe(500);
    expect(await readProblemPage(response)).toStrictEqual({ code: "failure", message: "The clock broke" });
  });
});

describe("every response of the messaging platform", () => {
  it("is not cached or framed, runs no script, and sends no referrer to other sites", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const responses = [
      await server.fetch(authorizationUrl),
      await decideOnPage(server, authorizationUrl, "Approve"),
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

  it("to HEAD is that to GET without its body, and decides nothing", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    for (const url of [authorizationUrl, `${done}?code=1`, done]) {
      const get = await server.fetch(url);
      const head = await server.fetch(url, { method: "HEAD" });
      expect(head.status).toBe(get.status);
      expect(Object.fromEntries(head.headers)).toStrictEqual({
        ...Object.fromEntries(get.headers),
        "content-length": String((await get.arrayBuffer()).byteLength),
      });
      expect(await head.text()).toBe("");
    }
    expect((await openPage(server, authorizationUrl)).status).toBe(200);
  });

  it.each(["PUT", "PATCH", "DELETE"])("is handled by the service for %s", async (method) => {
    const server = openServer();
    for (const path of ["/_platform/oauth/authorize", "/_platform/oauth/done"]) {
      const response = await server.fetch(server.baseUrl + path, { method });
      expect({ status: response.status, body: await response.json() }).toStrictEqual(
        errorResponse(404, path, `Cannot ${method} ${path}`),
      );
    }
  });
});
