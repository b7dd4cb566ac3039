import { ControlError, createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildPage } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { post, read } from "./post.ts";

const serverKey = "kb_of_the_server_7f3a";
const stateKey = "kb_of_the_state_9c51";
const parts = /kb_of|7f3a|9c51/;

function openWithKey(): ReferenceServer {
  const server = openServer();
  server.control.apiKeys.create({ apiKey: serverKey, organizationId: "org_north" });
  return server;
}

/** A state with a key in the place of every kind of name that a problem shows. */
function stateWith(key: string) {
  return {
    version: 1,
    organizations: [{ id: "org_west" }],
    apiKeys: [{ key: stateKey, organizationId: "org_west", [key]: 1 }],
    brains: [{ id: "brain_west", organizationId: "org_west", [key]: 1 }],
    pages: [{ ...buildPage({ brainId: "brain_west" }), source: { channel: "", [`a ${key} b`]: 1 } }],
    [key]: [],
    [`${"x".repeat(490)}${key}`]: [],
    [`${"x".repeat(990)}${key}`]: [],
  } as never;
}

const loads: Readonly<Record<string, (server: ReferenceServer, state: never) => unknown>> = {
  "server.seed": (server, state) => server.seed(state),
  "server.restore": (server, state) => server.restore(state),
  "the option seed": (_, seed) => createReferenceServer({ seed, apiKey: serverKey }),
  "organization.seed": (server, state) => server.organization("org_south").seed(state),
  "organization.seed with new keys": (server, state) =>
    server.organization("org_south").seed(state, { apiKeys: "renew" }),
  "organization.restore": (server, state) => server.organization("org_north").restore(state),
  "organization.restore without keys": (server, state) =>
    server.organization("org_south").restore(state, { apiKeys: "omit" }),
  "organizations.create": (server, seed) => server.control.organizations.create({ seed }),
};

describe("the error of an invalid state", () => {
  const cases = Object.entries(loads).flatMap(([name, load]) =>
    [serverKey, stateKey].map((key) => ({ name, load, key })),
  );

  it.each(cases)("contains no key that is the name of a field: $key in $name", ({ load, key }) => {
    let thrown: unknown;
    try {
      load(openWithKey(), stateWith(key));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ControlError);
    const { message, problems } = thrown as ControlError;
    expect(JSON.stringify(problems)).toContain("has unknown fields: [redacted]");
    expect(message + JSON.stringify(problems)).not.toMatch(parts);
  });

  it("contains no default key of the state", () => {
    const organizations = [{ id: "org_9c51", kb_org_9c51: 1 }];
    const state = { version: 1, organizations, apiKeys: [{ organizationId: "org_9c51" }] } as never;
    expect(() => openServer().seed(state)).toThrow("unknown fields: [redacted];");
  });

  it.each(["server/seed", "server/restore", "server/seed?organization=org_south"])(
    "contains no key over HTTP: %s",
    async (path) => {
      for (const key of [serverKey, stateKey]) {
        const { status, body } = await post(openWithKey(), path, JSON.stringify(stateWith(key)));
        expect(status).toBe(400);
        expect(JSON.stringify(body)).not.toMatch(parts);
      }
    },
  );
});

describe("the rejection of a request to a control contains no key", () => {
  const requests: Readonly<Record<string, (text: string) => [path: string, init?: RequestInit]>> = {
    "in the path": (text) => [text],
    "after a group in the path": (text) => [`pages/${text}`],
    "as the name of a parameter": (text) => [`clock/now?${text}=1`],
    "as the encoding of the body": (text) => ["clock/now", { headers: { "content-encoding": text } }],
  };

  it.each(Object.entries(requests))("%s", async (_, create) => {
    const server = openWithKey();
    for (const text of [serverKey, `${"x".repeat(95)}${serverKey}`]) {
      const [path, init] = create(text);
      const response = await withControl(server)(`${server.baseUrl}/_control/${path}`, {
        method: "POST",
        body: "{}",
        ...init,
      });
      const { status, body } = await read(response);
      expect([400, 404]).toContain(status);
      expect(JSON.stringify(body)).not.toMatch(parts);
    }
  });
});

describe("an error of onChange", () => {
  function openFailing(): ReferenceServer {
    return openServer({
      onChange() {
        throw new Error(`cannot store ${"x".repeat(460)} ${serverKey}`);
      },
    });
  }

  it("is shown without the keys of the server and of the change", async () => {
    const server = openFailing();
    let message = "";
    try {
      server.control.apiKeys.create({ apiKey: serverKey, organizationId: "org_north" });
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toMatch(/^onChange failed for organization org_north: cannot store x+ \[redacted\]/);
    const shown = [
      message,
      await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive"),
      await post(server, "brains/create", "{}"),
      await post(server, "apiKeys/delete", JSON.stringify({ apiKey: serverKey })),
    ];
    expect(shown).toMatchObject([message, { status: 500 }, { status: 500 }, { status: 500 }]);
    expect(JSON.stringify(shown)).not.toMatch(parts);
  });

  it("is short, and shown without a key, if another function of the server fails", async () => {
    const server = openServer({
      clock: {
        now() {
          throw new Error(`${"x".repeat(480)} key_north ${"x".repeat(10_000)}`);
        },
      },
    });
    const { status, body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain("key_north");
    expect(JSON.stringify(body).length).toBeLessThan(2000);
  });
});
