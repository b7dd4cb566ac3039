import { ControlError, type ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import type { TestTools } from "../../src/control/server-control.ts";
import { openServer } from "../open-server.ts";
import { captureResult } from "./capture-result.ts";
import { listen } from "./listen.ts";
import { methodAt } from "./method-at.ts";
import { bodyOf, post } from "./post.ts";
import { type Sample, samples } from "./samples.ts";

const paths = Object.entries<Sample>(samples).map(([path, sample]) => ({ path, ...sample }));
const rejections = paths.flatMap(({ path, parameter, rejected }) =>
  Object.entries(rejected).map(([code, argument]) => ({ path, parameter, code, argument })),
);
const scoped = paths.filter(({ path }) => !path.startsWith("organizations/"));

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

const north = (server: ReferenceServer) => server.organization("org_north");

/** The visible state of a server. */
function everythingOf(server: ReferenceServer) {
  const visible = ({ clock, faults, journal, deliveries }: TestTools) => [
    clock.now(),
    faults.list(),
    journal.entries(),
    deliveries.list(),
  ];
  return [server.snapshot(), visible(server), visible(north(server))];
}

describe("a command", () => {
  it.each(paths)("is executed by POST /_control/$path", async ({ path, parameter, argument }) => {
    const [here, there] = [openServer(), openServer()];
    const value = await methodAt(here, path)(await argument(here, here));
    const received = await post(there, path, bodyOf(parameter, await argument(there, there)));
    expect(received).toStrictEqual({ status: value === undefined ? 204 : 200, body: value });
    expect(everythingOf(there)).toStrictEqual(everythingOf(here));
  });

  it.each(paths)("returns the same through a connection: $path", async ({ path, argument }) => {
    const [here, there] = [openServer(), openServer()];
    await using socket = await listen(withControl(there));
    const connected = await connect(socket.url);
    const value = await methodAt(here, path)(await argument(here, here));
    expect(await methodAt(connected, path)(await argument(there, there))).toStrictEqual(value);
    expect(everythingOf(there)).toStrictEqual(everythingOf(here));
  });

  it.each(scoped)(
    "returns the same if it is confined to an organization: $path",
    async ({ path, parameter, argument }) => {
      const [here, there, elsewhere] = [openServer(), openServer(), openServer()];
      const connected = await connect(there.baseUrl, { fetch: withControl(there) });
      const value = await methodAt(north(here), path)(await argument(north(here), here));
      const argumentThere = await argument(north(there), there);
      expect(await methodAt(connected.organization("org_north"), path)(argumentThere)).toStrictEqual(value);
      expect(everythingOf(there)).toStrictEqual(everythingOf(here));

      const body = bodyOf(parameter, await argument(north(elsewhere), elsewhere));
      const response = await post(elsewhere, `${path}?organization=org_north`, body);
      expect(response.status).toBe(value === undefined ? 204 : 200);
      expect(everythingOf(elsewhere)).toStrictEqual(everythingOf(here));
    },
  );

  it.each(scoped)("does the same for another organization: $path", async ({ path, parameter, argument }) => {
    const [here, there, elsewhere] = [openServer(), openServer(), openServer()];
    const connected = await connect(there.baseUrl, { fetch: withControl(there) });
    const argumentHere = await argument(north(here), here);
    const argumentThere = await argument(north(there), there);
    const result = await captureResult(() => methodAt(here.organization("org_south"), path)(argumentHere));
    const south = connected.organization("org_south");
    expect(await captureResult(() => methodAt(south, path)(argumentThere))).toStrictEqual(result);
    expect(everythingOf(there)).toStrictEqual(everythingOf(here));

    const body = bodyOf(parameter, await argument(north(elsewhere), elsewhere));
    const received = await post(elsewhere, `${path}?organization=org_south`, body);
    if ("value" in result) expect(received.body).toStrictEqual(result.value);
    else {
      const { error } = received.body as { error: { code: string } };
      expect(result.thrown).toMatchObject(error);
      expect(received.status).toBe(statuses[error.code]);
    }
    expect(everythingOf(elsewhere)).toStrictEqual(everythingOf(here));
  });

  it.each(scoped)("finds no organization that does not exist: $path", async ({ path, argument }) => {
    const [here, there] = [openServer(), openServer()];
    const connected = await connect(there.baseUrl, { fetch: withControl(there) });
    const argumentHere = await argument(north(here), here);
    const argumentThere = await argument(north(there), there);
    const result = await captureResult(() => methodAt(here.organization("org_moon"), path)(argumentHere));
    expect(result).toMatchObject({ thrown: { class: ControlError, code: "not_found" } });
    const moon = connected.organization("org_moon");
    expect(await captureResult(() => methodAt(moon, path)(argumentThere))).toStrictEqual(result);
  });
});

describe("a rejection", () => {
  it.each(rejections)("is the same through a connection: $path $code", async ({ path, code, argument }) => {
    const [here, there] = [openServer(), openServer()];
    const connected = await connect(there.baseUrl, { fetch: withControl(there) });
    const argumentHere = await argument(here, here);
    const argumentThere = await argument(there, there);
    const result = await captureResult(() => methodAt(here, path)(argumentHere));
    expect(result).toMatchObject({ thrown: { class: ControlError, code } });
    expect(await captureResult(() => methodAt(connected, path)(argumentThere))).toStrictEqual(result);
    expect(everythingOf(there)).toStrictEqual(everythingOf(here));
  });

  it.each(rejections)("is the body of a response: $path $code", async ({ path, parameter, code, argument }) => {
    const [here, there] = [openServer(), openServer()];
    const argumentHere: unknown = JSON.parse(JSON.stringify(await argument(here, here)));
    const result = await captureResult(() => methodAt(here, path)(argumentHere));
    const { status, body } = await post(there, path, bodyOf(parameter, await argument(there, there)));
    expect(status).toBe(statuses[code]);
    expect(body).toMatchObject({ error: { code, message: expect.any(String), problems: expect.any(Array) } });
    expect(result).toMatchObject({ thrown: (body as { error: object }).error });
    expect(everythingOf(there)).toStrictEqual(everythingOf(here));
  });
});
