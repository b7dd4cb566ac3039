import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { openPage } from "./consent-page.ts";
import { decisionForms } from "./control-forms.ts";
import { startAuthorization } from "./start-authorization.ts";

function openServerOf(redirectUrl: string) {
  const organizations = [
    { id: "org_north", name: "North", redirectUrl },
    { id: "org_south", name: "South" },
  ];
  return openServer({ seed: buildState({ organizations }) });
}

describe.each(decisionForms)("the redirect after a decision by %s", (_, { approve, deny }) => {
  it.each([
    ["a path", "https://app.example/a/b", "https://app.example/a/b?code=CODE&state=STATE"],
    ["no path", "https://app.example", "https://app.example/?code=CODE&state=STATE"],
    ["a query", "https://app.example/?tab=2&x=%20y&x=z", "https://app.example/?tab=2&x=+y&x=z&code=CODE&state=STATE"],
    ["an empty query", "https://app.example/?", "https://app.example/?code=CODE&state=STATE"],
    ["a fragment", "https://app.example/#/connected", "https://app.example/?code=CODE&state=STATE#/connected"],
    ["both", "https://app.example/?a=1#b?c=2", "https://app.example/?a=1&code=CODE&state=STATE#b?c=2"],
    ["a port", "http://localhost:3000/x", "http://localhost:3000/x?code=CODE&state=STATE"],
    [
      "fields of a callback",
      "https://app.example/?state=a&state=b&code=c&error=d&e=f",
      "https://app.example/?e=f&code=CODE&state=STATE",
    ],
    [
      "line breaks",
      "https://app.example/a\r\nSet-Cookie: b=c",
      "https://app.example/aSet-Cookie:%20b=c?code=CODE&state=STATE",
    ],
    [
      "letters beyond ASCII",
      "https://bücher.example/ß?ü",
      "https://xn--bcher-kva.example/%C3%9F?%C3%BC=&code=CODE&state=STATE",
    ],
  ])("keeps %s of the redirect URL", async (_name, redirectUrl, expected) => {
    const server = openServerOf(redirectUrl);
    const { authorizationUrl, state } = await startAuthorization(server);
    const callbackUrl = await approve(server, authorizationUrl);
    const { code } = readOAuthCallback(callbackUrl, { state }, server.clock.now());
    expect(callbackUrl).toBe(expected.replace("CODE", code).replace("STATE", state));
  });

  it("drops a code of the redirect URL if the user denies", async () => {
    const server = openServerOf("https://app.example/?code=old&tab=2");
    const { authorizationUrl, state } = await startAuthorization(server);
    expect(await deny(server, authorizationUrl)).toBe(`https://app.example/?tab=2&error=access_denied&state=${state}`);
  });

  it("uses the redirect URL that the organization has at the decision", async () => {
    const server = openServerOf("https://app.example/before");
    const { authorizationUrl, state } = await startAuthorization(server);
    server.control.organizations.update({ organizationId: "org_north", redirectUrl: "https://app.example/after" });
    expect(await deny(server, authorizationUrl)).toBe(`https://app.example/after?error=access_denied&state=${state}`);
  });

  it("stays below the path of the base URL if there is no redirect URL", async () => {
    const server = openServer({ baseUrl: "http://localhost:8080/api/kb/" });
    const { authorizationUrl, state } = await startAuthorization(server);
    const callbackUrl = await approve(server, authorizationUrl);
    const { origin, pathname } = new URL(callbackUrl);
    expect(origin + pathname).toBe("http://localhost:8080/api/kb/_platform/oauth/done");
    expect((await openPage(server, callbackUrl)).terms).toStrictEqual({ code: expect.any(String), state });
  });

  it("copies nothing else of the authorization URL to the server's own page", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    expect(await deny(server, `${authorizationUrl}&error=none&code=mine&more=1#part`)).toBe(
      `https://knowledge-base.test/_platform/oauth/done?error=access_denied&state=${state}`,
    );
  });
});

describe("the redirect after a decision", () => {
  it("does not leave the host of the authorization URL, for any path", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    const disguised = authorizationUrl.replace("knowledge-base.test/", "knowledge-base.test//app.example/");
    const { callbackUrl } = await server.control.oauth.approve({ authorizationUrl: disguised });
    expect(new URL(callbackUrl).host).toBe("knowledge-base.test");
  });
});
