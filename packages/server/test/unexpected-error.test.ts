import { describe, expect, it } from "vitest";
import { errorResponse } from "./error-response.ts";
import { frozenTime, openServer } from "./open-server.ts";
import { send } from "./send.ts";

const path = "/v1/brains/brain_tides/messaging/oauth/start";

/** A clock that throws when it is read for the first time. */
function failOnce(thrown: unknown) {
  let failed = false;
  return {
    now() {
      if (failed) return Date.parse(frozenTime);
      failed = true;
      throw thrown;
    },
  };
}

describe("an unexpected failure", () => {
  it.each([
    { thrown: new Error("The clock stopped"), message: "The clock stopped" },
    { thrown: "The clock stopped", message: "The clock stopped" },
    { thrown: undefined, message: "undefined" },
  ])("gets 500 and the documented body ($thrown)", async ({ thrown, message }) => {
    const server = openServer({ clock: failOnce(thrown) });
    expect(await send(server, `POST ${path}?x=1`)).toStrictEqual(errorResponse(500, path, message));
  });

  it("does not prevent the next response of the server", async () => {
    const server = openServer({ clock: failOnce(new Error("The clock stopped")) });
    expect((await send(server, `POST ${path}`)).status).toBe(500);
    expect((await send(server, `POST ${path}`)).status).toBe(200);
  });
});
