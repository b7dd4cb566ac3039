import type { ReferenceServer, State } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { captureResult } from "./capture-result.ts";
import { findSchemaProblems, operationAt } from "./document-checker.ts";
import { listen } from "./listen.ts";
import { methodAt } from "./method-at.ts";
import { bodyOf, post } from "./post.ts";
import { samples } from "./samples.ts";

// biome-ignore format: one row a line
const statuses: Readonly<Record<string, number>> = {
  invalid_input: 400, not_found: 404, timeout: 408, conflict: 409,
  oauth_invalid_state: 400, oauth_expired_state: 400, oauth_used_state: 409, oauth_wrong_code: 400,
};
const calls = Object.entries(samples).flatMap(([path, { parameter, argument, rejected }]) => [
  { path, parameter, argument, code: "no error", message: "" },
  ...rejected.map((call) => ({ path, parameter, ...call })),
]);

function visibleState(server: ReferenceServer) {
  const tools = [server, server.organization("org_north")].map(({ clock, faults, journal, deliveries }) => [
    clock.now(),
    faults.list(),
    journal.entries(),
    deliveries.list(),
  ]);
  return [server.snapshot(), ...tools];
}

describe("a command", () => {
  it.each(calls)(
    "is the same in process and over HTTP, as documented: $path, $code $message",
    async ({ path, parameter, argument, code }) => {
      const [here, there, remote] = [openServer(), openServer(), openServer()];
      await using socket = await listen(withControl(remote));
      const result = await captureResult(async () => methodAt(here, path)(await argument(here, here)));
      const connected = await connect(socket.url);
      expect(await captureResult(async () => methodAt(connected, path)(await argument(remote, remote)))).toStrictEqual(
        result,
      );

      const text = bodyOf(parameter, await argument(there, there));
      const { status, body } = await post(there, path, text);
      if ("value" in result)
        expect({ status, body }).toStrictEqual({ status: result.value === undefined ? 204 : 200, body: result.value });
      else {
        expect(status).toBe(statuses[code]);
        expect(body).toHaveProperty("error.code", code);
        expect(result.thrown).toMatchObject((body as { error: object }).error);
      }
      const { requestBody, responses } = operationAt(path);
      expect(findSchemaProblems(responses[status]?.content, body)).toBeUndefined();
      if (!requestBody) expect(text).toBe("{}");
      else if ("value" in result) expect(findSchemaProblems(requestBody.content, JSON.parse(text))).toBeUndefined();
      for (const server of [there, remote]) expect(visibleState(server)).toStrictEqual(visibleState(here));
    },
  );

  it.each(Object.entries(samples))(
    "over HTTP is confined to an organization, if it can be: %s",
    async (path, { parameter, argument }) => {
      for (const id of ["org_north", "org_south", "org_moon"]) {
        const [here, there] = [openServer(), openServer()];
        const north = here.organization("org_north");
        const given = await argument(north, here);
        const body = bodyOf(parameter, await argument(there.organization("org_north"), there));
        const received = await post(there, `${path}?organization=${id}`, body);
        if (path.startsWith("organizations/")) {
          const message = `must not be given, because ${path} is a control of the whole server`;
          expect(received).toMatchObject({
            status: 400,
            body: { error: { problems: [{ path: "organization", message }] } },
          });
          continue;
        }
        const result = await captureResult(() => methodAt(here.organization(id), path)(given));
        expect(
          "value" in result ? { value: received.body } : { thrown: (received.body as { error: object }).error },
        ).toMatchObject(
          result.thrown
            ? { thrown: { code: Reflect.get(result.thrown, "code"), message: Reflect.get(result.thrown, "message") } }
            : result,
        );
        expect(visibleState(there)).toStrictEqual(visibleState(here));
      }
    },
  );
});

/** A state with more problems than a message shows. */
const spoilt = {
  ...buildState(),
  pages: Array.from({ length: 30 }, (_, slug) => ({ ...buildPage(), id: `page_${slug}`, slug })),
} as unknown as State;
const west = {
  version: 1,
  organizations: [{ id: "org_west", name: "West" }],
  apiKeys: [{ key: "key_west", organizationId: "org_west", role: "viewer" }],
} as const;

describe("the state of a connected server", () => {
  it.each(["seed", "restore"] as const)("is changed or not by %s as in process", async (name) => {
    for (const candidate of [
      west,
      spoilt,
      undefined,
      null,
      [],
      1,
      "state",
      {},
      { version: 1, moons: [] },
      { version: 1, pages: {} },
    ]) {
      const [here, there] = [openServer(), openServer()];
      const remote = await connect(there.baseUrl, { fetch: withControl(there) });
      const result = await captureResult(() => here[name](candidate as State));
      expect(await captureResult(() => remote[name](candidate as State))).toStrictEqual(result);
      expect(await remote.snapshot()).toStrictEqual(here.snapshot());
      if (candidate === spoilt)
        expect(result).toMatchObject({ thrown: { problems: { length: 20 }, problemCount: expect.any(Number) } });
    }
  });

  it("is that of an organization, with options for its keys", async () => {
    const [here, there] = [openServer(), openServer()];
    const remote = await connect(there.baseUrl, { fetch: withControl(there) });
    const [local, connected] = [here.organization("org_south"), remote.organization("org_south")];
    const state = here.organization("org_north").snapshot();
    for (const apiKeys of ["renew", "omit", "keep", "all"] as const) {
      for (const name of ["restore", "seed"] as const) {
        const result = await captureResult(() => local[name](state, { apiKeys } as never));
        expect(await captureResult(() => connected[name](state, { apiKeys } as never))).toStrictEqual(result);
      }
    }
    await connected.reset();
    local.reset();
    expect(await connected.snapshot()).toStrictEqual(local.snapshot());
    expect(there.snapshot()).toStrictEqual(here.snapshot());
    const { baseUrl, fetch, id } = connected;
    const response = await fetch(`${baseUrl}/v1/brains/brain_south/index`, { headers: { "x-api-key": "key_south" } });
    expect([id, baseUrl, response.status]).toEqual(["org_south", there.baseUrl, 200]);
  });

  it("begins again with a reset", async () => {
    const server = openServer({ randomSeed: "fjord" });
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    expect([connected.baseUrl, connected.apiKey, connected.randomSeed]).toEqual([server.baseUrl, "key_north", "fjord"]);
    const first = await connected.control.brains.create();
    expect(await connected.reset()).toBeUndefined();
    expect(server.snapshot()).toStrictEqual(buildState());
    expect(await connected.control.brains.create()).toStrictEqual(first);
  });
});
