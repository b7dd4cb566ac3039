import type { OpenEnum, Page, PageStatus, PageType } from "@knowledge-base/types";
import * as types from "@knowledge-base/types";
import { expectTypeOf, it } from "vitest";
import * as classic from "zod";
import * as z from "zod/mini";

interface Boat {
  readonly name: string;
  readonly berth: string | null;
  readonly seats?: number | undefined;
}

const name = z.string();
const berth = z.nullable(z.string());
const seats = z.optional(z.number());

it("the shape of a schema has each field of its interface", () => {
  z.object({ name, berth, seats } satisfies types.ObjectFields<Boat>);
  // @ts-expect-error berth is missing
  z.object({ name, seats } satisfies types.ObjectFields<Boat>);
  // @ts-expect-error seats is missing, although it is optional
  z.object({ name, berth } satisfies types.ObjectFields<Boat>);
});

it("the shape of a schema has no other field, and none of another type", () => {
  // @ts-expect-error colour isn't a field of a boat
  z.object({ name, berth, seats, colour: name } satisfies types.ObjectFields<Boat>);
  // @ts-expect-error name is a string
  z.object({ name: z.number(), berth, seats } satisfies types.ObjectFields<Boat>);
  // @ts-expect-error name is never null
  z.object({ name: berth, berth, seats } satisfies types.ObjectFields<Boat>);
  // @ts-expect-error seats is a number
  z.object({ name, berth, seats: z.optional(name) } satisfies types.ObjectFields<Boat>);
  // @ts-expect-error a boat has a name before it is parsed, too
  z.object({ name: z.pipe(z.number(), z.transform(String)), berth, seats } satisfies types.ObjectFields<Boat>);
});

it("the shape of a schema requires the fields that its interface requires", () => {
  // @ts-expect-error seats may be omitted
  z.object({ name, berth, seats: z.number() } satisfies types.ObjectFields<Boat>);
  // @ts-expect-error name is required
  z.object({ name: z.optional(name), berth, seats } satisfies types.ObjectFields<Boat>);
});

it("the schemas of resources can be used and extended with any zod", () => {
  const extended = z.extend(types.pageSchema, { likes: z.int() });
  expectTypeOf(extended.parse({})).toExtend<Page & { readonly likes: number }>();
  const list = classic.object({ pages: classic.array(types.pageSchema) });
  expectTypeOf<classic.infer<typeof list>["pages"][number]>().toExtend<Page>();
  expectTypeOf(types.pageSchema.shape.sources.parse([])).toExtend<Page["sources"]>();
});

declare const icons: Readonly<Record<PageType, string>>;

it("the enums are open in responses", () => {
  expectTypeOf<"added-later">().toExtend<OpenEnum<PageStatus>>();
  expectTypeOf<null>().not.toExtend<OpenEnum<PageStatus>>();
  expectTypeOf<Extract<OpenEnum<PageStatus>, PageStatus>>().toEqualTypeOf<PageStatus>();
  expectTypeOf<Page["pageType"]>().toEqualTypeOf<OpenEnum<PageType>>();
  expectTypeOf<types.ChannelBinding["status"]>().toEqualTypeOf<OpenEnum<"active" | "disabled">>();
});

it("the enums are narrowed by isOneOf", () => {
  const iconOf = (pageType: OpenEnum<PageType>) => (types.isOneOf(types.pageTypes, pageType) ? icons[pageType] : "?");
  expectTypeOf(iconOf).returns.toEqualTypeOf<string>();
  // @ts-expect-error the service may have added the type
  expectTypeOf((pageType: OpenEnum<PageType>) => icons[pageType]).toBeFunction();
});
