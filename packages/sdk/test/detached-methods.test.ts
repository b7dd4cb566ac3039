import { describe, expect, it } from "vitest";
import { createClient } from "./create-client.ts";

describe("a method that is called without its resource", () => {
  it("throws at once, and says how to call it", () => {
    const { promptIndex } = createClient(async () => Response.json([]));
    const get = Reflect.get(promptIndex, "get") as (input: { readonly brainId: string }) => unknown;
    expect(() => get({ brainId: "b" })).toThrow(
      new TypeError("Call the method on its resource, such as kb.pages.archive(input)."),
    );
  });
});
