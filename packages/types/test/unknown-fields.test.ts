import { findDrift } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const unknownField = (...path: PropertyKey[]) => ({ kind: "unknown_field", path, message: "is not a known field" });

describe("findDrift", () => {
  it("finds unknown fields in a schema whose shape refers to itself", () => {
    const folder = z.object({
      name: z.string(),
      get folders() {
        return z.array(folder).optional();
      },
    });
    const value = { name: "a", folders: [{ name: "b" }, { name: "c", size: 1, folders: [{ name: "d", size: 2 }] }] };
    for (let count = 0; count < 2; count += 1) {
      expect(findDrift(folder, value)).toStrictEqual([
        unknownField("folders", 1, "size"),
        unknownField("folders", 1, "folders", 0, "size"),
      ]);
    }
  });

  it("knows no field by the names of inherited ones", () => {
    const value = JSON.parse('{ "id": "1", "constructor": 1, "__proto__": 2, "toString": 3 }');
    expect(findDrift(z.object({ id: z.string() }), value)).toStrictEqual(
      ["constructor", "__proto__", "toString"].map((name) => unknownField(name)),
    );
  });
});
