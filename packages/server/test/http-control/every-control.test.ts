import type { State } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { connectTo, methodAt } from "../helpers/control-calls.ts";
import { findSchemaProblems, operationAt } from "../helpers/document-checker.ts";
import { buildState, openServer, read } from "../helpers/open-server.ts";
import { captureResult, visibleState } from "../helpers/results.ts";
import { rejections, samples } from "../helpers/samples.ts";

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
const accepted = samples.map((sample) => ({ ...sample, code: "no error" }));

it.each([...accepted, ...rejections])(
  "$path ends with $code over HTTP, as in process and as documented",
  async (row) => {
    const { path, code, prepare, input } = row;
    const [here, there] = [openServer(), openServer()];
    for (const server of [here, there]) await prepare?.(server);
    let [request, response] = [new Request(there.baseUrl), Response.error()];
    const fetch = async (...sent: Parameters<typeof globalThis.fetch>) => {
      request = new Request(...sent);
      response = await withControl(there)(request.clone());
      return response.clone();
    };
    const remote = await connect(there.baseUrl, { fetch });
    const result = await captureResult(() => methodAt(here, path)(input));
    expect(await captureResult(() => methodAt(remote, path)(input))).toStrictEqual(result);
    expect(visibleState(there)).toStrictEqual(visibleState(here));

    expect(new URL(request.url).pathname).toBe(`/_control/${path}`);
    const { requestBody, responses } = operationAt(path);
    const { status, body } = await read(response);
    if ("value" in result) {
      expect({ status, body }).toStrictEqual({ status: result.value === undefined ? 204 : 200, body: result.value });
      expect(findSchemaProblems(requestBody?.content, requestBody && (await request.json()))).toBeUndefined();
    } else {
      expect({ status, body }).toMatchObject({ status: statuses[code], body: { error: { code } } });
      expect(result.thrown).toMatchObject((body as { error: object }).error);
    }
    expect(findSchemaProblems((responses[status] ?? responses["default"])?.content, body)).toBeUndefined();
  },
);

const west = { version: 1, organizations: [{ id: "org_west" }], apiKeys: [{ organizationId: "org_west" }] } as const;
const spoilt = { version: 1, pages: Array.from({ length: 30 }, () => ({})) };
const none = [undefined, null, [], 1, "state", {}, { version: 1, moons: [] }, { version: 1, pages: {} }];

describe("the state of a connected server", () => {
  it.each(["seed", "restore"] as const)("is changed by %s, or isn't, as in process", async (name) => {
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
