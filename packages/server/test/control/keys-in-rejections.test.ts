import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { routes } from "../../src/http-control/routes.ts";
import { buildPage } from "../build-state.ts";
import { methodAt } from "../http-control/method-at.ts";
import { bodyOf, post, read } from "../http-control/post.ts";
import { samples } from "../http-control/samples.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";

/** A key that JSON escapes, and one whose parts are easy to find. */
const keys = ['kb"of\\7f3a', "kb_of_the_server_7f3a"];
const parts = /kb_of|kb"|kb\\"|7f3a|9c51/;

function openWithKeys(): ReferenceServer {
  const server = openServer();
  for (const apiKey of keys) server.control.apiKeys.create({ apiKey, organizationId: "org_south" });
  return server;
}

/** Everything that an error shows; an empty text if there is none. */
async function textOf(call: () => unknown): Promise<string> {
  try {
    await call();
    return "";
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message + error.stack + JSON.stringify({ message: error.message, ...error });
  }
}

/** A state with a key in the place of every kind of name that a problem shows. */
function stateWith(key: string) {
  return {
    version: 1,
    organizations: [{ id: "org_west", kb_org_west: 1 }],
    apiKeys: [{ key: "kb_of_the_state_9c51", organizationId: "org_west", [key]: 1 }],
    brains: [{ id: "brain_west", organizationId: "org_west", [key]: 1 }],
    pages: [{ ...buildPage({ brainId: "brain_west" }), source: { channel: "", [`a ${key} b`]: 1 } }],
    [`${"x".repeat(490)}${key}`]: [],
    kb_of_the_state_9c51: [],
  } as never;
}

describe("an API key in a wrong place is in no rejection", () => {
  it("as a value or the name of a field, in process, through a connection and over HTTP", async () => {
    let count = 0;
    for (const [path, { parameter, argument }] of Object.entries(samples)) {
      const shape = routes.get(path)?.command.input._zod.def.shape ?? {};
      const server = openWithKeys();
      const connected = await connect(server.baseUrl, { fetch: withControl(server) });
      const given = await argument(server, server);
      for (const key of keys) {
        const named = { ...Object(given), [key]: 1 } as object;
        const inputs = Object.keys(shape).map((field) => ({ ...Object(given), timeout: 0, [field]: key }) as object);
        for (const input of parameter === undefined ? [named, ...inputs] : [key]) {
          const { body } = await post(server, path, bodyOf(parameter, input));
          const organization = server.organization("org_north");
          const controls = [server, connected, ...(path.startsWith("organizations/") ? [] : [organization])];
          const texts = await Promise.all(controls.map((each) => textOf(() => methodAt(each, path)(input))));
          if (body && typeof body === "object" && "error" in body) texts.push(JSON.stringify(body));
          count += texts.filter((text) => text !== "").length;
          for (const text of texts) expect(text, path).not.toMatch(parts);
        }
      }
    }
    expect(count).toBeGreaterThan(1000);
  });

  it("as a part of a longer text, where it is cut, and as the id of an organization", async () => {
    const server = openWithKeys();
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    for (const key of keys) {
      const names = { [`x-${key}.${key}`]: 1, [`a${key}z`]: 1 };
      expect(await textOf(() => server.control.brains.create(names))).toContain(
        "x-[redacted].[redacted], a[redacted]z;",
      );
      for (const { organization } of [server, connected]) {
        for (const act of [() => organization(key).clock.now(), () => organization(key).deliveries.waitFor()])
          expect(await textOf(act)).toMatch(/there is no organization \[redacted\]\./);
      }
      for (let length = 460; length < 500; length += 3) {
        const filter = { path: `${"-".repeat(length)}${key}`, timeout: 0 };
        expect(await textOf(() => server.journal.waitFor(filter))).not.toMatch(/-k/);
      }
    }
  });

  it("in a state that is loaded, whether the server or the state has the key", async () => {
    for (const key of [...keys, "kb_of_the_state_9c51"]) {
      const state = stateWith(key);
      const server = openWithKeys();
      const south = server.organization("org_south");
      const loads = [
        () => server.seed(state),
        () => server.restore(state),
        () => createReferenceServer({ seed: state, apiKey: key }),
        () => south.seed(state, { apiKeys: "renew" }),
        () => south.restore(state, { apiKeys: "omit" }),
        () => server.control.organizations.create({ seed: state }),
      ];
      const texts = await Promise.all(loads.map(textOf));
      for (const path of ["server/seed", "server/restore", "server/seed?organization=org_south"])
        texts.push(JSON.stringify((await post(server, path, JSON.stringify(state))).body));
      for (const text of texts) {
        expect(text).toContain("has unknown fields: [redacted]");
        expect(text).not.toMatch(parts);
      }
    }
  });

  it("in the path, the query and the headers of a request", async () => {
    const server = openWithKeys();
    const fetch = withControl(server);
    for (const text of [keys[1] ?? "", `${"x".repeat(95)}${keys[1]}`]) {
      const requests: [path: string, headers?: Record<string, string>][] = [
        [text],
        [`pages/${text}`],
        [`clock/now?${text}=1`],
        [`clock/now?organization=${text}`],
        ["clock/now", { "content-encoding": text }],
      ];
      for (const [path, headers = {}] of requests) {
        const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: "{}" };
        const { status, body } = await read(await fetch(`${server.baseUrl}/_control/${path}`, init));
        expect([400, 404]).toContain(status);
        expect(JSON.stringify(body)).not.toMatch(parts);
      }
    }
    expect((await post(server, "apiKeys/create", `{"key":"${keys[1]}" "role":1}`)).body).toMatchObject({
      error: { message: "Failed to read the body: it is not JSON: syntax error at line 1 column 32." },
    });
  });

  it("in the error of a function that fails", async () => {
    const fail = (): never => {
      throw new Error(`cannot store ${"x".repeat(460)} ${keys[1]} ${"x".repeat(10_000)}`);
    };
    const server = openServer({ onChange: fail });
    const message = await textOf(() => server.control.apiKeys.create({ apiKey: keys[1] }));
    const shown = [
      await post(server, "brains/create", "{}"),
      await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive"),
    ];
    expect(message).toContain("onChange failed for organization org_north: cannot store x");
    expect(shown).toMatchObject([{ status: 500 }, { status: 500 }]);
    expect(message + JSON.stringify(shown)).not.toMatch(parts);
    expect(JSON.stringify(shown).length).toBeLessThan(3000);
  });
});
