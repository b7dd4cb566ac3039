import { describe, expect, it } from "vitest";
import { buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

const path = "/v1/brains/brain_tides/messaging/channels";

describe("listing channels", () => {
  it("lists the channels of the installation with the documented fields", async () => {
    expect(await send(openServer(), `GET ${path}?installationId=installation_north`)).toStrictEqual({
      status: 200,
      body: [
        { id: "C_DECK", name: "deck", isPrivate: false, isMember: true },
        { id: "C_HOLD", name: "hold", isPrivate: true, isMember: false },
      ],
    });
  });

  it("lists another installation's channels for another installation", async () => {
    expect(await send(openServer(), `GET ${path}?installationId=installation_pier`)).toStrictEqual({
      status: 200,
      body: [{ id: "C_PIER", name: "pier", isPrivate: false, isMember: false }],
    });
  });

  it("lists the same for every brain of the organization", async () => {
    const server = openServer();
    const query = "?installationId=installation_north";
    expect(await send(server, `GET /v1/brains/brain_ropes/messaging/channels${query}`)).toStrictEqual(
      await send(server, `GET ${path}${query}`),
    );
  });

  it("lists nothing if the bot sees no channel", async () => {
    const server = openServer({ seed: buildState({ channels: [], bindings: [] }) });
    expect(await send(server, `GET ${path}?installationId=installation_north`)).toStrictEqual({
      status: 200,
      body: [],
    });
  });

  it("changes nothing", async () => {
    const server = openServer();
    await send(server, `GET ${path}?installationId=installation_north`);
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("decodes the id of the installation", async () => {
    const installations = [
      { id: "a&b=c d+ü", organizationId: "org_north", teamId: "T_NORTH", teamName: "Odd" },
      ...buildState().installations,
    ];
    const server = openServer({ seed: buildState({ installations }) });
    const query = new URLSearchParams({ installationId: "a&b=c d+ü" });
    expect(await send(server, `GET ${path}?${query}`)).toStrictEqual({ status: 200, body: [] });
  });

  it.each([
    { query: "", message: "installationId is missing" },
    { query: "?", message: "installationId is missing" },
    { query: "?installationid=installation_north", message: "installationId is missing" },
    { query: "?installationId", message: "installationId must not be empty" },
    { query: "?installationId=", message: "installationId must not be empty" },
    {
      query: "?installationId=installation_north&installationId=installation_north",
      message: "installationId must be a string, not an array",
    },
  ])("rejects the query '$query'", async ({ query, message }) => {
    expect(await send(openServer(), `GET ${path}${query}`)).toStrictEqual(errorResponse(400, path, [message]));
  });

  it.each(["installation_moon", "Installation_North", "42", "%ff"])(
    "rejects the unknown installation %s",
    async (id) => {
      expect(await send(openServer(), `GET ${path}?installationId=${id}`)).toStrictEqual(
        errorResponse(404, path, "Installation not found"),
      );
    },
  );

  it("rejects a brain that does not exist, whatever the installation is", async () => {
    const missing = "/v1/brains/brain_moon/messaging/channels";
    for (const id of ["installation_north", "installation_moon"]) {
      expect(await send(openServer(), `GET ${missing}?installationId=${id}`)).toStrictEqual(
        errorResponse(404, missing, "Brain not found"),
      );
    }
  });
});
