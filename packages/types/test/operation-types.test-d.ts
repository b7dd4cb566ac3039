import {
  type ArchivePageInput,
  type BindingFlags,
  type Channel,
  type ChannelBinding,
  type Disconnect,
  defineOperation,
  type GetPromptIndexInput,
  type IndexEntry,
  type Input,
  type ListChannelsInput,
  type OAuthStart,
  type Operation,
  type OperationId,
  type Output,
  type Page,
  pageSchema,
  type StartOAuthInput,
  type UnbindChannelInput,
  type UpdateBindingInput,
} from "@knowledge-base/types";
import type { ContractEntry, Parsed, ResourceMethods, ResourceName } from "@knowledge-base/types/internal";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod/mini";

describe("the operations of the contract", () => {
  it("keep their exact types", () => {
    expectTypeOf<ContractEntry<"pages.archive">["method"]>().toEqualTypeOf<"POST">();
    expectTypeOf<ContractEntry<"pages.archive">["success"]["status"]>().toEqualTypeOf<201>();
    expectTypeOf<ContractEntry<"oauth.start">["idempotency"]>().toEqualTypeOf<"unsafe">();
    expectTypeOf<ResourceName>().toEqualTypeOf<"bindings" | "channels" | "oauth" | "pages" | "promptIndex">();
  });

  it("have the named interfaces as inputs", () => {
    expectTypeOf<Input<"bindings.update">>().toEqualTypeOf<UpdateBindingInput>();
    expectTypeOf<Input<"pages.archive">>().toEqualTypeOf<ArchivePageInput>();
    expectTypeOf<Input<"channels.list">>().toEqualTypeOf<ListChannelsInput>();
    expectTypeOf<Input<"promptIndex.get">>().toEqualTypeOf<GetPromptIndexInput>();
    expectTypeOf<Input<"oauth.start">>().toEqualTypeOf<StartOAuthInput>();
    expectTypeOf<Input<"bindings.unbind">>().toEqualTypeOf<UnbindChannelInput>();
  });

  it("have the named interfaces as outputs", () => {
    expectTypeOf<Output<"bindings.update">>().toEqualTypeOf<ChannelBinding>();
    expectTypeOf<Output<"pages.archive">>().toEqualTypeOf<Page>();
    expectTypeOf<Output<"channels.list">>().toEqualTypeOf<Channel[]>();
    expectTypeOf<Output<"promptIndex.get">>().toEqualTypeOf<IndexEntry[]>();
    expectTypeOf<Output<"oauth.start">>().toEqualTypeOf<OAuthStart>();
    expectTypeOf<Output<"bindings.unbind">>().toEqualTypeOf<Disconnect>();
  });

  it("have the parts of a request, without those that an operation does not take", () => {
    expectTypeOf<Parsed<"bindings.update">["params"]>().toEqualTypeOf<{
      readonly brainId: string;
      readonly bindingId: string;
    }>();
    expectTypeOf<Parsed<"bindings.update">["body"]>().toEqualTypeOf<BindingFlags>();
    expectTypeOf<Parsed<"channels.list">["query"]>().toEqualTypeOf<{ readonly installationId: string }>();
    expectTypeOf<keyof Parsed<"pages.archive">["query"]>().toEqualTypeOf<never>();
    expectTypeOf<keyof Parsed<"channels.list">["body"]>().toEqualTypeOf<never>();
  });

  it("are the methods of their resources", () => {
    expectTypeOf<keyof ResourceMethods<"bindings">>().toEqualTypeOf<"update" | "unbind">();
    expectTypeOf<ResourceMethods<"pages">["archive"]>().parameter(0).toEqualTypeOf<ArchivePageInput>();
    expectTypeOf<ResourceMethods<"pages">["archive"]>().returns.toEqualTypeOf<PromiseLike<Page>>();
  });
});

describe("a custom operation", () => {
  const rename = defineOperation({
    id: "pages.rename",
    summary: "Rename a page",
    method: "PATCH",
    path: "/v1/brains/{brainId}/pages/{currentSlug}",
    query: z.object({ page: z.coerce.number<number>(), since: z.pipe(z.date(), z.transform(String)) }),
    queryArrays: "comma",
    body: z.object({ slug: z.string(), size: z._default(z.number(), 5) }),
    success: {
      status: 200,
      schema: z.pipe(
        pageSchema,
        z.transform(({ title }) => title),
      ),
    },
    errors: [400, 429],
    idempotency: "idempotent",
  });

  it("has a flat input, before it is parsed, with path parameters named as in the path", () => {
    expectTypeOf<Input<typeof rename>>().toEqualTypeOf<{
      readonly brainId: string;
      readonly currentSlug: string;
      readonly page: number;
      readonly since: Date;
      readonly slug: string;
      readonly size?: number | undefined;
    }>();
  });

  it("has the types that its schemas return when parsed", () => {
    expectTypeOf<Parsed<typeof rename>["query"]>().toEqualTypeOf<{ page: number; since: string }>();
    expectTypeOf<Parsed<typeof rename>["body"]>().toEqualTypeOf<{ slug: string; size: number }>();
    expectTypeOf<Output<typeof rename>>().toEqualTypeOf<string>();
  });

  it("keeps its exact type", () => {
    expectTypeOf(rename.errors).toEqualTypeOf<readonly [400, 429]>();
    expectTypeOf(rename).toExtend<Operation>();
    // @ts-expect-error a path begins with a slash
    defineOperation({ ...rename, path: "v1" });
    // @ts-expect-error there is no such way to write arrays
    defineOperation({ ...rename, queryArrays: "pipes" });
    expectTypeOf<OperationId>().not.toEqualTypeOf<string>();
  });
});
