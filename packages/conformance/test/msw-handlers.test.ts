import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { known } from "./known.ts";

describe("the reference server conforms", () => {
  it("through setupServer of msw", async () => {
    const server = createReferenceServer({ seed: demoSeed(), baseUrl: "https://intercepted.test/api" });
    const interception = setupServer(...createHandlers(server));
    interception.listen(strictListenOptions);
    onTestFinished(() => interception.close());
    const { baseUrl, apiKey, reset } = server;
    const results = await runConformance({ baseUrl, apiKey, known, reset });
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results).toHaveLength(24);
  });
});
