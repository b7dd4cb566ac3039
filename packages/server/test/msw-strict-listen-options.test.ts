import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openServer } from "./open-server.ts";
import { send } from "./send.ts";

function interceptStrictly() {
  const server = openServer();
  const interception = setupServer(...createHandlers(server));
  interception.listen(strictListenOptions);
  onTestFinished(() => interception.close());
  const printed: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => printed.push(line));
  return { server, printed };
}

describe("listening with strictListenOptions", () => {
  it.each([
    "https://knowledge-base.test/v1/nope",
    "https://elsewhere.test/",
    "https://knowledge-base.test/v1/logo.png",
    "https://elsewhere.test/styles/page.css?v=1",
  ])("rejects the fetch of a URL that no handler matches: %s", async (url) => {
    const { printed } = interceptStrictly();
    const thrown = await fetch(url).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Error);
    const { message, cause } = thrown as Error;
    expect(cause instanceof Error ? cause.message : message).toMatch(/Cannot bypass a request|Refused GET/);
    expect(printed).toEqual([expect.stringContaining(`GET ${url}`)]);
  });

  it("responds to requests that a handler matches", async () => {
    const { server, printed } = interceptStrictly();
    const { status } = await send({ ...server, fetch }, "GET /v1/brains/brain_tides/index");
    expect(status).toBe(200);
    expect(printed).toEqual([]);
  });
});
