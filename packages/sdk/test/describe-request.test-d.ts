import type {
  ArchivePageInput,
  CallOptions,
  GetPromptIndexInput,
  KnowledgeBase,
  ListChannelsInput,
  RequestDescription,
  StartOAuthInput,
  UnbindChannelInput,
  UpdateBindingInput,
} from "@knowledge-base/sdk";
import type { OperationId } from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";

declare const kb: KnowledgeBase;
type DescribeParameters<Id extends OperationId> = Parameters<typeof kb.describe<Id>>;

describe("describe", () => {
  it("takes the id of an operation and its input", () => {
    expectTypeOf<DescribeParameters<"pages.archive">>().toEqualTypeOf<
      [id: "pages.archive", input: ArchivePageInput, options?: CallOptions | undefined]
    >();
    expectTypeOf<DescribeParameters<"bindings.update">[1]>().toEqualTypeOf<UpdateBindingInput>();
    expectTypeOf<DescribeParameters<"bindings.unbind">[1]>().toEqualTypeOf<UnbindChannelInput>();
    expectTypeOf<DescribeParameters<"channels.list">[1]>().toEqualTypeOf<ListChannelsInput>();
    expectTypeOf<DescribeParameters<"oauth.start">[1]>().toEqualTypeOf<StartOAuthInput>();
    expectTypeOf<DescribeParameters<"promptIndex.get">[1]>().toEqualTypeOf<GetPromptIndexInput>();
  });

  it("returns the request synchronously", () => {
    const described = () => kb.describe("pages.archive", { brainId: "b", slug: "s" });
    expectTypeOf(described).returns.toEqualTypeOf<RequestDescription>();
    expectTypeOf<RequestDescription>().toEqualTypeOf<{
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | undefined;
      readonly toCurl: () => string;
    }>();
  });

  it("rejects an input of another operation, and an operation that the contract does not have", () => {
    const rejectedCalls = () => [
      // @ts-expect-error slug is missing
      kb.describe("pages.archive", { brainId: "b" }),
      // @ts-expect-error this is the input of another operation
      kb.describe("oauth.start", { brainId: "b", slug: "s" }),
      // @ts-expect-error the input is required
      kb.describe("oauth.start"),
      // @ts-expect-error unknown operation
      kb.describe("pages.restore", { brainId: "b", slug: "s" }),
    ];
    expectTypeOf(rejectedCalls).toBeFunction();
  });
});
