import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { createHandlers } from "@knowledge-base/server/msw";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { buildState } from "./build-state.ts";
import { openServer } from "./open-server.ts";

const advice =
  "Give the server that createReferenceServer made, or an object with a fetch and a baseUrl, such as " +
  "{ ...server, fetch: withControl(server) }.";

describe("a server is not", () => {
  it.each<[value: unknown, problem: string]>([
    [undefined, "the server is undefined"],
    [null, "the server is null"],
    ["key_north", "the server has no fetch"],
    [{ seed: buildState() }, "the server has no fetch"],
    [createReferenceServer, "the server is a function"],
    [openServer().control, "the server has no fetch"],
    [{ fetch }, "the server has no baseUrl"],
    [{ fetch, baseUrl: new URL("http://localhost") }, "the server has no baseUrl"],
    [{ fetch, baseUrl: "localhost/key_north" }, "the baseUrl of the server does not begin with https:// or http://"],
    [{ fetch, baseUrl: "file:///key_north" }, "the baseUrl of the server does not begin with https:// or http://"],
  ])("%o", async (value, problem) => {
    const server = value as ReturnType<typeof createReferenceServer>;
    const rejection = (task: string) => new TypeError(`Failed to ${task}: ${problem}. ${advice}`);
    expect(() => createHandlers(server)).toThrow(rejection("create handlers"));
    expect(() => withControl(server)).toThrow(rejection("serve the controls"));
    await expect(listen(server)).rejects.toThrow(rejection("listen"));
  });
});
