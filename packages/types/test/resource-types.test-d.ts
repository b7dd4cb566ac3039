import type {
  Bucket,
  BucketSource,
  Channel,
  ChannelBinding,
  ErrorBody,
  IndexEntry,
  OpenEnum,
  Page,
  PageSource,
  PageSourceRef,
  PageStatus,
  PageType,
  pageSchema,
  pageStatuses,
  ValueOf,
} from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";

describe("OpenEnum", () => {
  it("accepts the known values and unknown strings", () => {
    expectTypeOf<"active">().toExtend<OpenEnum<PageStatus>>();
    expectTypeOf<"added-later">().toExtend<OpenEnum<PageStatus>>();
    expectTypeOf<string>().toExtend<OpenEnum<PageStatus>>();
    expectTypeOf<OpenEnum<PageStatus>>().toExtend<string>();
  });

  it("rejects values that are not strings", () => {
    expectTypeOf<number>().not.toExtend<OpenEnum<PageStatus>>();
    expectTypeOf<null>().not.toExtend<OpenEnum<PageStatus>>();
    expectTypeOf<undefined>().not.toExtend<OpenEnum<PageStatus>>();
  });

  it("keeps the literals instead of widening to string", () => {
    expectTypeOf<OpenEnum<PageStatus>>().not.toEqualTypeOf<string>();
    expectTypeOf<Extract<OpenEnum<PageStatus>, PageStatus>>().toEqualTypeOf<PageStatus>();
  });
});

describe("the types of enums", () => {
  it("are the values of the specification", () => {
    expectTypeOf<PageType>().toEqualTypeOf<"source" | "topic" | "entity" | "project" | "decision" | "brief">();
    expectTypeOf<Bucket>().toEqualTypeOf<"inbox" | "notes" | "ideas" | "projects">();
    expectTypeOf<BucketSource>().toEqualTypeOf<"auto" | "user">();
    expectTypeOf<PageStatus>().toEqualTypeOf<"active" | "deprecated" | "stale" | "contested" | "archived">();
    expectTypeOf<(typeof pageStatuses)[number]>().toEqualTypeOf<PageStatus>();
  });
});

describe("the types of resources", () => {
  it("match the values that their schemas accept", () => {
    expectTypeOf<ValueOf<typeof pageSchema>>().toEqualTypeOf<Page>();
  });

  it("may be null exactly if the specification says so", () => {
    expectTypeOf<Page["source"]>().toEqualTypeOf<PageSource | null>();
    expectTypeOf<Page["lastReferencedAt"]>().toEqualTypeOf<string | null>();
    expectTypeOf<ChannelBinding["channelName"]>().toEqualTypeOf<string | null>();
    expectTypeOf<PageSource["ref"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Page["lastCompiledAt"]>().toEqualTypeOf<string>();
    expectTypeOf<ErrorBody["timestamp"]>().toEqualTypeOf<string>();
  });

  it("have lists that are read-only", () => {
    expectTypeOf<Page["entities"]>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Page["embedding"]>().toEqualTypeOf<readonly number[]>();
    expectTypeOf<Page["sources"]>().toEqualTypeOf<readonly PageSourceRef[]>();
  });

  it("have open enums", () => {
    expectTypeOf<Page["pageType"]>().toEqualTypeOf<OpenEnum<PageType>>();
    expectTypeOf<IndexEntry["status"]>().toEqualTypeOf<OpenEnum<PageStatus>>();
    expectTypeOf<ChannelBinding["status"]>().toEqualTypeOf<OpenEnum<"active" | "disabled">>();
  });

  it("have fields that are read-only", () => {
    expectTypeOf<Channel>().toEqualTypeOf<Readonly<Channel>>();
    expectTypeOf<Page>().toEqualTypeOf<Readonly<Page>>();
    expectTypeOf<ErrorBody>().toEqualTypeOf<Readonly<ErrorBody>>();
  });
});
