import { InputError, ResponseError, reviveError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";

const long = "a".repeat(1_000_000);

describe("an issue", () => {
  it("has a path of limited length if it is about a response", async () => {
    const drifts: unknown[] = [];
    const fetch = async () => Response.json([{ [long]: 1 }]);
    const kb = createClient(fetch, {
      validate: "strict",
      logLevel: "off",
      onDrift: (event) => void drifts.push(event),
    });
    const error = await expectRejection(ResponseError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.issues.map(({ path }) => path)).toContainEqual([0, "a".repeat(200)]);
    expect(JSON.stringify(error).length).toBeLessThan(10_000);
    await kb.withOptions({ validate: "report" }).promptIndex.get({ brainId: "b" });
    expect(drifts.length).toBeGreaterThan(0);
    expect(JSON.stringify(drifts).length).toBeLessThan(10_000);
  });

  it("has a path of limited length if it is about an input", async () => {
    const kb = createClient(async () => Response.json([]));
    const error = await expectRejection(InputError, kb.promptIndex.get({ brainId: "b", [long]: 1 } as never));
    expect(error.issues.map(({ path }) => path)).toEqual([["a".repeat(200)]]);
  });
});

describe("the JSON of an error", () => {
  it("is written although its cause cannot be read", async () => {
    const reason = Object.defineProperty(new Error("no"), "message", {
      get() {
        throw new Error("hostile");
      },
    });
    const kb = createClient(async () => Response.json([]));
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: AbortSignal.abort(reason) });
    const { error } = await call.safe();
    expect(error?.toJSON()).toMatchObject({ code: "aborted", cause: { message: "an error that cannot be read" } });
    expect(reviveError(error?.toJSON())).toMatchObject({ code: "aborted" });
  });
});
