import type { State } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { bodyOf, connectTo, methodAt, post } from "../helpers/control-calls.ts";
import { findSchemaProblems, operationAt } from "../helpers/document-checker.ts";
import { buildState, openServer } from "../helpers/open-server.ts";
import { captureResult, visibleState } from "../helpers/results.ts";
import { prepare, rejections, samples } from "../helpers/samples.ts";

const statuses: Readonly<Record<string, number>> = {
  invalid_input: 400,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  oauth_invalid_state: 400,
  oauth_expired_state: 400,
  oauth_used_state: 409,
  oauth_wrong_code: 400,
};
const accepted = samples.map((call) => ({ ...call, code: "no error", message: "" }));

it.each([...accepted, ...rejections])("over HTTP, as documented: $path, $code $message", async (call) => {
  const { path, parameter, input, code } = call;
  const [here, there, remote] = [openServer(), openServer(), openServer()];
  const connected = await connectTo(remote);
  const result = await captureResult(async () => methodAt(here, path)(await prepare(input, here, here)));
  const given = await prepare(input, remote, remote);
  expect(await captureResult(() => methodAt(connected, path)(given))).toStrictEqual(result);

  const text = bodyOf(parameter, await prepare(input, there, there));
  const { status, body } = await post(there, path, text);
  const { requestBody, responses } = operationAt(path);
  if ("value" in result) {
    expect({ status, body }).toStrictEqual({ status: result.value === undefined ? 204 : 200, body: result.value });
    expect(findSchemaProblems(requestBody?.content, requestBody && JSON.parse(text))).toBeUndefined();
  } else {
    expect({ status, body }).toMatchObject({ status: statuses[code], body: { error: { code } } });
    expect(result.thrown).toMatchObject((body as { error: object }).error);
  }
  expect(findSchemaProblems((responses[status] ?? responses["default"])?.content, body)).toBeUndefined();
  for (const server of [there, remote]) expect(visibleState(server)).toStrictEqual(visibleState(here));
});

const west = { version: 1, organizations: [{ id: "org_west" }], apiKeys: [{ organizationId: "org_west" }] } as const;
const spoilt = { version: 1, pages: Array.from({ length: 30 }, () => ({})) };
const none = [undefined, null, [], 1, "state", {}, { version: 1, moons: [] }, { version: 1, pages: {} }];

describe("the state of a connected server", () => {
  it.each(["seed", "restore"] as const)("is changed or not by %s as in process", async (name) => {
    for (const candidate of [west, spoilt, ...none] as State[]) {
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

  it("begins again with a reset, of the server or of an organization", async () => {
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
});
