import {
  type BindingStatus,
  type Bucket,
  type BucketSource,
  buckets,
  type ChannelBinding,
  type IndexEntry,
  isOneOf,
  type KnowledgeBase,
  type OpenEnum,
  type Page,
  type PageStatus,
  type PageType,
  pageStatuses,
  pageTypes,
} from "@knowledge-base/sdk";
import { describe, expectTypeOf, it } from "vitest";

declare const kb: KnowledgeBase;
declare const page: Page;
declare const binding: ChannelBinding;
declare const anything: unknown;
declare const text: string;

describe("an enum in a response", () => {
  it("is open", () => {
    expectTypeOf<Page["pageType"]>().toEqualTypeOf<PageType | (string & {})>();
    expectTypeOf<Page["bucket"]>().toEqualTypeOf<Bucket | (string & {})>();
    expectTypeOf<Page["bucketSource"]>().toEqualTypeOf<BucketSource | (string & {})>();
    expectTypeOf<Page["status"]>().toEqualTypeOf<PageStatus | (string & {})>();
    expectTypeOf<IndexEntry["pageType"]>().toEqualTypeOf<PageType | (string & {})>();
    expectTypeOf<IndexEntry["status"]>().toEqualTypeOf<PageStatus | (string & {})>();
    expectTypeOf<ChannelBinding["status"]>().toEqualTypeOf<BindingStatus | (string & {})>();
  });

  it("is open in the output of a call", async () => {
    const { pageType } = await kb.pages.archive({ brainId: "b", slug: "s" });
    expectTypeOf(pageType).toEqualTypeOf<OpenEnum<PageType>>();
    const [entry] = await kb.promptIndex.get({ brainId: "b" });
    expectTypeOf(entry?.status).toEqualTypeOf<OpenEnum<PageStatus> | undefined>();
  });

  it("may be compared with a value that is not known yet", () => {
    expectTypeOf(page.pageType === "recipe").toBeBoolean();
    expectTypeOf<"recipe">().toExtend<Page["pageType"]>();
    expectTypeOf<"recipe">().not.toExtend<PageType>();
  });
});

describe("the guard of an enum", () => {
  it("narrows an open enum to the known values", () => {
    if (isOneOf(pageTypes, page.pageType)) expectTypeOf(page.pageType).toEqualTypeOf<PageType>();
    if (isOneOf(buckets, page.bucket)) expectTypeOf(page.bucket).toEqualTypeOf<Bucket>();
    if (isOneOf(["auto", "user"], page.bucketSource)) expectTypeOf(page.bucketSource).toEqualTypeOf<BucketSource>();
    if (isOneOf(pageStatuses, page.status)) expectTypeOf(page.status).toEqualTypeOf<PageStatus>();
    if (isOneOf(["active", "disabled"], binding.status)) expectTypeOf(binding.status).toEqualTypeOf<BindingStatus>();
  });

  it("leaves other strings if it returns false", () => {
    if (!isOneOf(pageTypes, page.pageType)) expectTypeOf(page.pageType).toEqualTypeOf<string & {}>();
  });

  it("narrows any value", () => {
    if (isOneOf(pageTypes, anything)) expectTypeOf(anything).toEqualTypeOf<PageType>();
    if (isOneOf(pageStatuses, text)) expectTypeOf(text).toEqualTypeOf<PageStatus>();
    if (!isOneOf(pageStatuses, text)) expectTypeOf(text).toEqualTypeOf<string>();
  });

  it("makes a switch over the known values exhaustive", () => {
    const weight = (source: OpenEnum<BucketSource>): number => {
      if (!isOneOf(["auto", "user"], source)) return 0;
      switch (source) {
        case "auto":
          return 1;
        case "user":
          return 2;
      }
    };
    expectTypeOf(weight).toBeFunction();
  });
});
