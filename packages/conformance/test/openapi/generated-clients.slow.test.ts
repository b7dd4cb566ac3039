import { connect } from "@knowledge-base/server/control";
import { contract } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { startServer } from "../../../server/test/cli/start-server.ts";
import { type Generator, generateClient } from "./generated-client.ts";
import { documentPath } from "./run-installed-program.ts";

const generators: Readonly<Record<string, Generator>> = {
  "openapi-typescript": {
    command: "openapi-typescript/bin/cli.js",
    args: (document) => [document, "--output", "generated/index.ts"],
    program: "openapi-fetch.ts",
  },
  "@hey-api/openapi-ts": {
    command: "@hey-api/openapi-ts/bin/run.js",
    args: (document) => ["--input", document, "--output", "generated", "--silent", "--no-log-file"],
    program: "hey-api.ts",
  },
};

describe.each(Object.entries(generators))("a client that %s generates from the document", (_, generator) => {
  it("compiles, and calls every operation of the command's server", async () => {
    await using client = await generateClient(generator, documentPath);
    await using server = await startServer(["--seed=demo"]);
    const { url, apiKeys } = server;
    const { entries, channels, binding, start, page, disconnect, errors } = await client.callEveryOperation(
      url,
      apiKeys[0] ?? "",
    );

    expect(entries.map(({ slug, pinned }) => [slug, pinned])).toEqual([
      ["electric-fleet-programme", true],
      ["weather-limits", true],
    ]);
    expect(channels).toContainEqual({ id: "G05BOARD", name: "board", isPrivate: true, isMember: true });
    expect(binding).toMatchObject({ id: "binding_bridge", notifyBriefs: false, notifyChanges: true });
    expect(new URL(start.authorizationUrl).searchParams.get("state")).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(page).toMatchObject({ slug: "weather-limits", status: "archived", embedding: { length: 1536 } });
    expect(disconnect).toEqual({ disconnected: true });
    expect(errors.map(({ statusCode, path }) => [statusCode, path])).toEqual([
      [401, "/v1/brains/brain_operations/index"],
      [400, "/v1/brains/brain_operations/index"],
      [404, "/v1/brains/brain_unknown/index"],
    ]);
    const received = await (await connect(url)).journal.entries();
    expect(new Set(received.map(({ operation }) => operation))).toEqual(new Set(Object.keys(contract)));
  });
});
