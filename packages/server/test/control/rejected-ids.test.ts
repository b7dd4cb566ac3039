import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { startAuthorization } from "../oauth/start-authorization.ts";
import { openServer } from "../open-server.ts";
import { captureRejection } from "./capture-rejection.ts";

const page = { brainId: "brain_tides", title: "Tide" };
const channels = [{ name: "deck" }, { id: "C", name: "hold" }, { id: "C", name: "bridge" }];

/** Calls that are rejected after they have generated an id. */
const rejected: Readonly<Record<string, (server: ReferenceServer) => unknown>> = {
  "an organization with an invalid seed": ({ control }) =>
    control.organizations.create({ seed: { version: 1, brains: [{ id: "brain", organizationId: 5 as never }] } }),
  "a page whose slug is taken": ({ control }) => control.pages.create({ ...page, slug: "spring-tide" }),
  "an installation with two channels of the same id": ({ control }) => control.installations.create({ channels }),
  "a binding of a channel that is bound already": ({ control }) =>
    control.bindings.create({
      brainId: "brain_tides",
      installationId: "installation_north",
      channelId: "C_DECK",
    }),
};

/** Calls that generate ids, for the server and for an organization. */
function generate({ control }: ReferenceServer): unknown {
  return [control.organizations.create(), control.brains.create(), control.pages.create(page)];
}

describe("a rejected call uses up no id:", () => {
  it.each(Object.entries(rejected))("%s", (_, call) => {
    const server = openServer();
    const before = server.snapshot();
    expect(() => call(server)).toThrow();
    expect(server.snapshot()).toStrictEqual(before);
    expect(generate(server)).toStrictEqual(generate(openServer()));
  });

  it("an approval with two channels of the same id", async () => {
    const [server, other] = [openServer(), openServer()];
    const { authorizationUrl } = await startAuthorization(server);
    const approve = server.control.oauth.approve({ authorizationUrl, channels });
    await expect(approve).rejects.toThrow("channels[2].id is taken already");
    await startAuthorization(other);
    expect(generate(server)).toStrictEqual(generate(other));
  });
});

it.each(["apiKey", "key"])("a key that is taken is reported by the name under which it was given: %s", (name) => {
  const server = openServer();
  const { problems } = captureRejection(server, () => server.control.apiKeys.create({ [name]: "key_south" }));
  expect(problems).toStrictEqual([{ path: name, message: "is taken already" }]);
});
