import { findDrift } from "@knowledge-base/types";
import { reportDrift } from "@knowledge-base/types/internal";
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

describe("reportDrift", () => {
  const schema = z.array(z.strictObject({ id: z.string(), inner: z.object({ id: z.string() }) }));
  const value = Array.from({ length: 1000 }, () => ({ id: 5, a: 1, b: 2, inner: { id: "1", c: 3 } }));
  const report = (limit?: number) => reportDrift(schema, value, schema.safeParse(value), limit);

  it("describes all differences without a limit", () => {
    expect(report().total).toBe(4000);
    expect(report().drift).toStrictEqual(findDrift(schema, value));
  });

  it.each([0, 1, 2, 3, 100, 3000, 3001, 3999, 4000, 5000])(
    "describes at most %i differences, and counts all",
    (limit) => {
      const { drift, total } = report(limit);
      expect(total).toBe(4000);
      expect(drift).toStrictEqual(findDrift(schema, value).slice(0, limit));
    },
  );

  it("finds nothing in a valid value", () => {
    expect(reportDrift(schema, [], schema.safeParse([]))).toStrictEqual({ drift: [], total: 0 });
  });
});
