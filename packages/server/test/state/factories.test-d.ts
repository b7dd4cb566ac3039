import type { StoredPage } from "@knowledge-base/server";
import { page } from "@knowledge-base/server/factories";
import { expectTypeOf, it } from "vitest";

it("a factory accepts the fields of its records and no others", () => {
  expectTypeOf(page({ title: "T", updatedAt: new Date(0) })).toEqualTypeOf<StoredPage>();
  // @ts-expect-error there is no such field
  page({ titel: "T" });
  // @ts-expect-error there is no such status
  page({ status: "retired" });
  // @ts-expect-error a time is a timestamp or a Date
  page({ updatedAt: 0 });
});
