import type { ControlError, State } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { buildState } from "../helpers/build-state.ts";
import { connectTo, methodAt, post } from "../helpers/control-calls.ts";
import { findSchemaProblems, operationAt } from "../helpers/document-checker.ts";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer, read } from "../helpers/open-server.ts";
import { captureResult, visibleState } from "../helpers/results.ts";
import { samples } from "../helpers/samples.ts";

it.each(samples)("$path does over HTTP what it does in process, as documented", async ({ path, prepare, input }) => {
  const [here, there] = [openServer(), openServer()];
  for (const server of [here, there]) await prepare?.(server);
  let [request, response] = [new Request(there.baseUrl), Response.error()];
  const fetch = async (...sent: Parameters<typeof globalThis.fetch>) => {
    request = new Request(...sent);
    response = await withControl(there)(request.clone());
    return response.clone();
  };
  const remote = await connect(there.baseUrl, { fetch });
  const output = await methodAt(here, path)(input);
  expect(await methodAt(remote, path)(input)).toStrictEqual(output);
  expect(visibleState(there)).toStrictEqual(visibleState(here));

  expect(new URL(request.url).pathname).toBe(`/_control/${path}`);
  const { requestBody, responses } = operationAt(path);
  const { status, body } = await read(response);
  expect({ status, body }).toStrictEqual({ status: output === undefined ? 204 : 200, body: output });
  expect(findSchemaProblems(requestBody?.content, requestBody && (await request.json()))).toBeUndefined();
  expect(findSchemaProblems(responses[status]?.content, body)).toBeUndefined();
});

it("the error of a control has a status for its code, and is the one that a method throws", async () => {
  const server = openServer();
  const { authorizationUrl, state } = await startAuthorization(server);
  const statusOf = async (path: string, input: object) => {
    const { status, body } = await post(server, path, JSON.stringify(input));
    const { error } = body as { readonly error: ControlError };
    expect(findSchemaProblems(operationAt(path).responses["default"]?.content, body)).toBeUndefined();
    const { thrown } = (await captureResult(() => methodAt(server, path)(input))) as { readonly thrown: object };
    expect(thrown).toMatchObject(error);
    return `${status} ${error.code}`;
  };
  expect(await statusOf("brains/get", {})).toBe("400 invalid_input");
  expect(await statusOf("brains/get", { brainId: "brain_moon" })).toBe("404 not_found");
  expect(await statusOf("deliveries/waitFor", { timeout: 0 })).toBe("408 timeout");
  expect(await statusOf("oauth/approve", { authorizationUrl: `${authorizationUrl}x` })).toBe("400 oauth_invalid_state");
  expect(await statusOf("oauth/confirm", { code: "moon", state })).toBe("400 oauth_wrong_code");
  await server.control.oauth.deny({ authorizationUrl });
  expect(await statusOf("oauth/approve", { authorizationUrl })).toBe("409 oauth_used_state");
  server.clock.advance(3_600_000);
  expect(await statusOf("oauth/approve", { authorizationUrl })).toBe("400 oauth_expired_state");
  const page = { brainId: "brain_tides", slug: "spring-tide" };
  server.control.pages.pin(page);
  expect(await statusOf("pages/deprecate", page)).toBe("409 conflict");
});

const states: readonly unknown[] = [
  { version: 1, organizations: [{ id: "org_west" }], apiKeys: [{ organizationId: "org_west" }] },
  { version: 1, pages: Array.from({ length: 30 }, () => ({})) },
  undefined,
  { version: 1, moons: [] },
];

it.each(["seed", "restore"] as const)("a connected server does the same with %s", async (name) => {
  for (const candidate of states as State[]) {
    const [here, there] = [openServer(), openServer()];
    const remote = await connectTo(there);
    const result = await captureResult(() => here[name](candidate));
    expect(await captureResult(() => remote[name](candidate))).toStrictEqual(result);
    for (const apiKeys of ["keep", "renew", "omit", "all"] as const) {
      const both = [here, remote].map(({ organization }) => organization("org_south")[name]);
      const [local, other] = both.map((load) => captureResult(() => load(candidate, { apiKeys } as never)));
      expect(await other).toStrictEqual(await local);
    }
    expect(await remote.snapshot()).toStrictEqual(here.snapshot());
  }
});

it("the state of a connected server begins again with a reset of it or of an organization", async () => {
  const server = openServer({ randomSeed: "fjord" });
  const connected = await connectTo(server);
  expect(connected).toMatchObject({ baseUrl: server.baseUrl, apiKey: "key_north", randomSeed: "fjord" });
  const first = await connected.control.brains.create();
  expect(await connected.reset()).toBeUndefined();
  expect(server.snapshot()).toStrictEqual(buildState());
  expect(await connected.control.brains.create()).toStrictEqual(first);
  await connected.organization("org_north").reset();
  expect(await connected.control.brains.create()).toStrictEqual(first);
});
