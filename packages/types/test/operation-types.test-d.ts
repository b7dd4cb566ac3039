import type { Input, Output } from "@knowledge-base/types";
import * as types from "@knowledge-base/types";
import type { Parsed } from "@knowledge-base/types/internal";
import { expectTypeOf, it } from "vitest";
import * as z from "zod/mini";
import * as oldest from "zod-4.1";

it("the operations of the contract have the named interfaces as inputs", () => {
  expectTypeOf<Input<"bindings.update">>().toEqualTypeOf<types.UpdateBindingInput>();
  expectTypeOf<Input<"pages.archive">>().toEqualTypeOf<types.ArchivePageInput>();
  expectTypeOf<Input<"channels.list">>().toEqualTypeOf<types.ListChannelsInput>();
  expectTypeOf<Input<"promptIndex.get">>().toEqualTypeOf<types.GetPromptIndexInput>();
  expectTypeOf<Input<"oauth.start">>().toEqualTypeOf<types.StartOAuthInput>();
  expectTypeOf<Input<"bindings.unbind">>().toEqualTypeOf<types.UnbindChannelInput>();
});

it("the operations of the contract have the parts of a request, without those that an operation doesn't take", () => {
  expectTypeOf<Parsed<"bindings.update">["params"]>().toEqualTypeOf<{
    readonly brainId: string;
    readonly bindingId: string;
  }>();
  expectTypeOf<Parsed<"bindings.update">["body"]>().toEqualTypeOf<types.BindingFlags>();
  expectTypeOf<Parsed<"channels.list">["query"]>().toEqualTypeOf<{ readonly installationId: string }>();
  expectTypeOf<keyof Parsed<"pages.archive">["query"]>().toEqualTypeOf<never>();
  expectTypeOf<keyof Parsed<"channels.list">["body"]>().toEqualTypeOf<never>();
});

const rename = types.defineOperation({
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
      types.pageSchema,
      z.transform(({ title }) => title),
    ),
  },
  errors: [400, 429],
  idempotency: "idempotent",
});

it("a custom operation has a flat input, before it is parsed, with path parameters named as in the path", () => {
  expectTypeOf<Input<typeof rename>>().toEqualTypeOf<{
    readonly brainId: string;
    readonly currentSlug: string;
    readonly page: number;
    readonly since: Date;
    readonly slug: string;
    readonly size?: number | undefined;
  }>();
});

it("a custom operation has the types that its schemas return when parsed", () => {
  expectTypeOf<Parsed<typeof rename>["query"]>().toEqualTypeOf<{ page: number; since: string }>();
  expectTypeOf<Parsed<typeof rename>["body"]>().toEqualTypeOf<{ slug: string; size: number }>();
  expectTypeOf<Output<typeof rename>>().toEqualTypeOf<string>();
});

it("a custom operation may have schemas of another version of zod, whose types don't fit those of this one", () => {
  const count = types.defineOperation({
    id: "pages.count",
    summary: "Count pages",
    method: "POST",
    path: "/v1/brains/{brainId}/count",
    query: oldest.object({ since: oldest.coerce.date<Date>() }),
    body: oldest.object({ tags: oldest.array(oldest.string()).default([]) }),
    success: { status: 200, schema: oldest.object({ counted: oldest.coerce.number() }) },
    errors: [],
    idempotency: "safe",
  });
  type CountInput = { readonly brainId: string; readonly since: Date; readonly tags?: string[] | undefined };
  expectTypeOf<Input<typeof count>>().toEqualTypeOf<CountInput>();
  expectTypeOf<Output<typeof count>>().toEqualTypeOf<{ counted: number }>();
});

it("a custom operation is refused with another path or another way to write arrays", () => {
  // @ts-expect-error a path begins with a slash
  types.defineOperation({ ...rename, path: "v1" });
  // @ts-expect-error there is no such way to write arrays
  types.defineOperation({ ...rename, queryArrays: "pipes" });
});
