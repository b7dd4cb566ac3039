import { ControlError, type Controls, type ReferenceServer } from "@knowledge-base/server";
import { connect, controlDocument, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { listen } from "./listen.ts";
import { methodAt } from "./method-at.ts";
import { outcomeOf } from "./outcome-of.ts";
import { type Sample, samples } from "./samples.ts";

const paths = Object.entries<Sample>(samples).map(([path, sample]) => ({ path, ...sample }));
const refusals = paths.flatMap(({ path, parameter, refused }) =>
  Object.entries(refused).map(([code, argument]) => ({ path, parameter, code, argument })),
);
const scoped = paths.filter(({ path }) => !path.startsWith("organizations/"));

const north = (server: ReferenceServer) => server.organization("org_north");

/** The body of a call that a method would make with an argument. */
function bodyOf(parameter: string | undefined, argument: unknown): string {
  return JSON.stringify(parameter === undefined ? (argument ?? {}) : { [parameter]: argument });
}

/** Everything that can be seen of a server. */
function everythingOf(server: ReferenceServer) {
  const visible = ({ clock, faults, journal, deliveries }: Controls) => [
    clock.now(),
    faults.list(),
    journal.entries(),
    deliveries.list(),
  ];
  return [server.snapshot(), visible(server), visible(north(server))];
}

/** Sends a call as another program would. */
function post(server: ReferenceServer, path: string, body: string): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return withControl(server)(`${server.baseUrl}/_control/${path}`, { method: "POST", headers, body });
}

describe("the samples", () => {
  it("are of every command that the document knows, and of no other", () => {
    const known = Object.keys(controlDocument()["paths"] as object).map((path) => path.replace("/_control/", ""));
    expect(known.filter((path) => !path.startsWith("server/")).sort()).toEqual(Object.keys(samples).sort());
  });
});

describe("a command", () => {
  it.each(paths)("is carried out by POST /_control/$path", async ({ path, parameter, argument }) => {
    const [here, there] = [openServer(), openServer()];
    const value = await methodAt(here, path)(await argument(here, here));
    const response = await post(there, path, bodyOf(parameter, await argument(there, there)));
    expect(response.status).toBe(value === undefined ? 204 : 200);
    const text = await response.text();
    expect(text === "" ? undefined : JSON.parse(text)).toStrictEqual(value);
    expect(everythingOf(there)).toStrictEqual(everythingOf(here));
  });

  it.each(paths)("gives through a connection what it gives here: $path", async ({ path, argument }) => {
    const [here, there] = [openServer(), openServer()];
    await using socket = await listen(withControl(there));
    const connected = await connect(socket.url);
    const value = await methodAt(here, path)(await argument(here, here));
    expect(await methodAt(connected, path)(await argument(there, there))).toStrictEqual(value);
    expect(everythingOf(there)).toStrictEqual(everythingOf(here));
  });

  it.each(scoped)(
    "gives the same where it is confined to an organization: $path",
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

  it.each(scoped)("does to another organization what it does here: $path", async ({ path, argument }) => {
    const [here, there] = [openServer(), openServer()];
    const connected = await connect(there.baseUrl, { fetch: withControl(there) });
    const argumentHere = await argument(north(here), here);
    const argumentThere = await argument(north(there), there);
    const outcome = await outcomeOf(() => methodAt(here.organization("org_south"), path)(argumentHere));
    const south = connected.organization("org_south");
    expect(await outcomeOf(() => methodAt(south, path)(argumentThere))).toStrictEqual(outcome);
    expect(everythingOf(there)).toStrictEqual(everythingOf(here));
  });

  it.each(scoped)("finds no organization that is none: $path", async ({ path, argument }) => {
    const [here, there] = [openServer(), openServer()];
    const connected = await connect(there.baseUrl, { fetch: withControl(there) });
    const argumentHere = await argument(north(here), here);
    const argumentThere = await argument(north(there), there);
    const outcome = await outcomeOf(() => methodAt(here.organization("org_moon"), path)(argumentHere));
    expect(outcome).toMatchObject({ thrown: { class: ControlError, code: "not_found" } });
    const moon = connected.organization("org_moon");
    expect(await outcomeOf(() => methodAt(moon, path)(argumentThere))).toStrictEqual(outcome);
  });
});

describe("a refusal", () => {
  it.each(refusals)("comes through a connection as it comes here: $path $code", async ({ path, code, argument }) => {
    const [here, there] = [openServer(), openServer()];
    const connected = await connect(there.baseUrl, { fetch: withControl(there) });
    const argumentHere = await argument(here, here);
    const argumentThere = await argument(there, there);
    const outcome = await outcomeOf(() => methodAt(here, path)(argumentHere));
    expect(outcome).toMatchObject({ thrown: { class: ControlError, code } });
    expect(await outcomeOf(() => methodAt(connected, path)(argumentThere))).toStrictEqual(outcome);
    expect(everythingOf(there)).toStrictEqual(everythingOf(here));
  });

  it.each(refusals)("is the body of an answer: $path $code", async ({ path, parameter, code, argument }) => {
    const [here, there] = [openServer(), openServer()];
    const argumentHere: unknown = JSON.parse(JSON.stringify(await argument(here, here)));
    const outcome = await outcomeOf(() => methodAt(here, path)(argumentHere));
    const response = await post(there, path, bodyOf(parameter, await argument(there, there)));
    expect(response.status).toBeGreaterThanOrEqual(400);
    const { error, ...rest } = await response.json();
    expect(error).toHaveProperty("code", code);
    expect(outcome).toMatchObject({ thrown: error });
    expect(rest).toEqual({});
    expect(everythingOf(there)).toStrictEqual(everythingOf(here));
  });
});
