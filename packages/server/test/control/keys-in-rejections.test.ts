import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { routes } from "../../src/http-control/protocol.ts";
import { bodyOf, captureResult, methodAt, post } from "../http-control/calls.ts";
import { samples } from "../http-control/samples.ts";
import { openServer } from "../open-server.ts";

/** A key that JSON escapes, and one whose parts are easy to find. */
const keys = ['kb"of\\7f3a', "kb_of_the_server_7f3a"] as const;
const parts = /kb_of|kb"|kb\\"|7f3a|9c51/;

function openWithKeys(): ReferenceServer {
  const server = openServer();
  for (const apiKey of keys) server.control.apiKeys.create({ apiKey, organizationId: "org_south" });
  return server;
}

/** Everything that an error shows, or the body of a response with one; an empty text if there is none. */
async function textOf(call: () => unknown): Promise<string> {
  const result = await captureResult(call);
  return "value" in result ? "" : JSON.stringify(result) + Reflect.get(result.thrown, "message");
}

describe("an API key in a wrong place is in no rejection", () => {
  it("as a value or the name of a field, in process and over HTTP", async () => {
    let count = 0;
    for (const [path, { parameter, argument }] of Object.entries(samples)) {
      const server = openWithKeys();
      const given = Object(await argument(server, server)) as object;
      const fields = Object.keys(routes.get(path)?.command.input?._zod.def.shape ?? {});
      for (const key of keys) {
        const inputs = [{ ...given, [key]: 1 }, ...fields.map((field) => ({ ...given, timeout: 0, [field]: key }))];
        for (const input of parameter === undefined ? inputs : [key]) {
          const { body } = await post(server, path, bodyOf(parameter, input));
          const controls = path.startsWith("organizations/") ? [server] : [server, server.organization("org_north")];
          const texts = await Promise.all(controls.map((each) => textOf(() => methodAt(each, path)(input))));
          if (body && Object.hasOwn(body, "error")) texts.push(JSON.stringify(body));
          count += texts.filter((text) => text !== "").length;
          for (const text of texts) expect(text, path).not.toMatch(parts);
        }
      }
    }
    expect(count).toBeGreaterThan(1000);
  });

  it.each(keys)("as a part of a longer text, where it is cut, and as the id of an organization (%#)", async (key) => {
    const { control, organization, journal } = openWithKeys();
    const names = { [`x-${key}.${key}`]: 1, [`a${key}z`]: 1 };
    expect(() => control.brains.create(names as never)).toThrow("x-[redacted].[redacted], a[redacted]z;");
    expect(() => organization(key).clock.now()).toThrow("there is no organization [redacted].");
    for (let length = 460; length < 500; length += 3) {
      const filter = { path: `${"-".repeat(length)}${key}`, timeout: 0 };
      expect(await textOf(() => journal.waitFor(filter))).not.toMatch(/-k/);
    }
  });

  it("in a state that is loaded, whether the server or the state has the key", async () => {
    const own = "kb_of_the_state_9c51";
    for (const key of [...keys, own]) {
      const organizations = [{ id: "org_west", kb_org_west: 1 }];
      const apiKeys = [{ key: own, organizationId: "org_west", [key]: 1 }, { organizationId: "org_west" }];
      const long = { [`${"x".repeat(490)}${key}`]: [], [own]: [] };
      const pages = [{ brainId: "b", title: "T", source: { channel: "", [`a ${key} b`]: 1 } }];
      const state = { version: 1, organizations, apiKeys, pages, ...long } as never;
      const server = openWithKeys();
      const texts = [
        await textOf(() => createReferenceServer({ seed: state, apiKey: key })),
        await textOf(() => server.organization("org_south").seed(state, { apiKeys: "renew" })),
        await textOf(() => server.control.organizations.create({ seed: state })),
        JSON.stringify((await post(server, "server/restore", JSON.stringify(state))).body),
      ];
      for (const text of texts) {
        expect(text).toContain("has unknown fields: [redacted]");
        expect(text).not.toMatch(parts);
      }
    }
  });

  it.each([keys[1], `${"x".repeat(95)}${keys[1]}`])(
    "in the path, the query and a header of a request (%#)",
    async (text) => {
      const server = openWithKeys();
      const paths = [text, `pages/${text}`, `clock/now?${text}=1`, `clock/now?organization=${text}`, "clock/now"];
      for (const path of paths) {
        const headers = path === "clock/now" ? { "content-encoding": text } : {};
        const response = await withControl(server)(`${server.baseUrl}/_control/${path}`, { method: "POST", headers });
        expect([400, 404]).toContain(response.status);
        expect(await response.text()).not.toMatch(parts);
      }
    },
  );

  it("in a broken body", async () => {
    const { body } = await post(openWithKeys(), "apiKeys/create", `{"key":"${keys[1]}" "role":1}`);
    expect(JSON.stringify(body)).toContain("it is not JSON: syntax error at line 1 column 32.");
  });
});
