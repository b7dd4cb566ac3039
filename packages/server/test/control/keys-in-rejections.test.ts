import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import type { ControlErrorCode } from "../../src/records/errors.ts";
import { methodAt } from "../http-control/method-at.ts";
import { bodyOf, post } from "../http-control/post.ts";
import { openServer } from "../open-server.ts";

interface Case {
  readonly path: string;
  readonly code: ControlErrorCode;
  /** Name of the argument as a field of the body, if the method takes a plain value. */
  readonly parameter?: string;
  readonly argument: (key: string) => unknown;
  readonly message: string;
}

/** Calls with an API key in the place of an id. */
const synchronous: readonly Case[] = [
  {
    path: "pages/get",
    code: "not_found",
    argument: (brainId) => ({ brainId, slug: "spring-tide" }),
    message: "Failed to get a page: there is no brain [redacted].",
  },
  {
    path: "brains/create",
    code: "not_found",
    argument: (organizationId) => ({ organizationId }),
    message: "Failed to create a brain: there is no organization [redacted].",
  },
  {
    path: "faults/remove",
    code: "not_found",
    parameter: "id",
    argument: (key) => key,
    message: "Failed to remove a planned fault: no fault [redacted] is planned.",
  },
];

const asynchronous: readonly Case[] = [
  {
    path: "deliveries/waitFor",
    code: "not_found",
    argument: (after) => ({ after }),
    message:
      "Failed to wait for a delivery: there is no delivery [redacted], or it was dropped. Set after to the id of a listed delivery, " +
      "or omit it.",
  },
  {
    path: "deliveries/waitFor",
    code: "timeout",
    argument: (channelId) => ({ channelId, timeout: 0 }),
    message:
      'Failed to wait for a delivery: no delivery matched {"channelId":"[redacted]"} within 0 ms. There were no other deliveries.',
  },
];

/** Calls with an API key as the name of a field, which the client rejects, too. It knows the server's first key only. */
const invalid: readonly Case[] = [
  {
    path: "clock/now",
    code: "invalid_input",
    argument: (key) => ({ [key]: 1 }),
    message: "Failed to read the clock: the input has unknown fields: [redacted]; there are no fields.",
  },
  {
    path: "oauth/deny",
    code: "invalid_input",
    argument: (key) => ({ authorizationUrl: "", [key]: 1 }),
    message:
      "Failed to deny an authorization: the input has unknown fields: [redacted]; the fields are authorizationUrl, expiresAt.",
  },
];

const cases = [
  ...[...synchronous, ...asynchronous].flatMap((each) => [
    { ...each, key: "key_north" },
    { ...each, key: "key_south" },
  ]),
  ...invalid.map((each) => ({ ...each, key: "key_north" })),
];

async function errorOf(call: () => unknown): Promise<object> {
  try {
    return expect.fail(`It returned ${JSON.stringify(await call())}`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return Object.assign({ message: error.message, stack: error.stack }, error);
  }
}

/** The ways to call a control, each of which returns the error. */
const ways = {
  "in process": (server: ReferenceServer, { path, argument, key }: (typeof cases)[number]) =>
    errorOf(() => methodAt(server, path)(argument(key))),
  "in process, of an organization": (server: ReferenceServer, { path, argument, key }: (typeof cases)[number]) =>
    errorOf(() => methodAt(server.organization("org_north"), path)(argument(key))),
  "through a connection": async (server: ReferenceServer, { path, argument, key }: (typeof cases)[number]) => {
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    return errorOf(() => methodAt(connected, path)(argument(key)));
  },
  "over HTTP": async (server: ReferenceServer, { path, parameter, argument, key }: (typeof cases)[number]) => {
    const { body } = await post(server, path, bodyOf(parameter, argument(key)));
    return (body as { readonly error: object }).error;
  },
};

describe.each(Object.entries(ways))("a rejection %s", (_, call) => {
  it.each(cases)("of $path with $code does not contain $key", async (each) => {
    const error = await call(openServer(), each);
    expect(error).toMatchObject({ code: each.code, message: each.message });
    expect(JSON.stringify(error)).not.toContain(each.key);
  });
});

describe("a rejection", () => {
  it.each(['key"with"quotes', "key\\with\\slashes"])("does not contain the key %s as JSON spells it", async (key) => {
    const server = openServer();
    server.control.apiKeys.create({ apiKey: key, organizationId: "org_north" });
    expect(await errorOf(() => server.journal.waitFor({ path: key, timeout: 0 }))).toMatchObject({
      message:
        'Failed to wait for a request: no request matched {"path":"[redacted]"} within 0 ms. There were no other requests.',
    });
  });

  it("contains no part of a key that is at the end of a long filter", async () => {
    const { journal } = openServer();
    for (let length = 470; length < 500; length += 1) {
      const error = await errorOf(() => journal.waitFor({ path: `${"-".repeat(length)}key_north`, timeout: 0 }));
      expect(JSON.stringify(error)).not.toMatch(/-k/);
    }
  });

  it.each(["key_north", "key_south"])("does not contain %s as the id of an organization", async (key) => {
    const server = openServer();
    const organization = server.organization(key);
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    const errors = [
      await errorOf(() => organization.clock.now()),
      await errorOf(() => organization.deliveries.waitFor()),
      await errorOf(() => connected.organization(key).clock.now()),
      await errorOf(() => connected.organization(key).deliveries.waitFor()),
    ];
    for (const error of errors) {
      expect(error).toMatchObject({
        code: "not_found",
        message: expect.stringContaining("no organization [redacted]."),
      });
      expect(JSON.stringify(error)).not.toContain(key);
    }
  });

  it("over HTTP does not contain any key as the name of a field", async () => {
    const server = openServer();
    const paths = [
      "pages/get",
      "deliveries/waitFor",
      "faults/remove",
      "clock/freeze",
      "server/describe",
      "server/snapshot",
      "server/reset",
    ];
    for (const key of ["key_north", "key_south"]) {
      for (const path of paths) {
        const { status, body } = await post(server, path, JSON.stringify({ [key]: 1 }));
        expect(status).toBe(400);
        expect(JSON.stringify(body)).toContain("unknown fields: [redacted]");
        expect(JSON.stringify(body)).not.toContain(key);
      }
    }
  });
});
