import type {
  ArchivePageInput,
  BindingFlags,
  Channel,
  ChannelBinding,
  ContractEntry,
  contract,
  Disconnect,
  ErrorBody,
  ErrorOf,
  GetPromptIndexInput,
  GetPromptIndexQuery,
  IndexEntry,
  Input,
  ListChannelsInput,
  ListChannelsQuery,
  OAuthStart,
  OperationId,
  Output,
  Page,
  Parsed,
  ResourceMethods,
  ResourceName,
  StartOAuthInput,
  UnbindChannelInput,
  UpdateBindingInput,
} from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";

describe("OperationId", () => {
  it("is the union of the ids of the contract", () => {
    expectTypeOf<OperationId>().toEqualTypeOf<
      "bindings.update" | "pages.archive" | "channels.list" | "promptIndex.get" | "oauth.start" | "bindings.unbind"
    >();
  });

  it("leads to the entry of the contract", () => {
    expectTypeOf<ContractEntry<"pages.archive">>().toEqualTypeOf<(typeof contract)["pages.archive"]>();
    expectTypeOf<ContractEntry<"pages.archive">["method"]>().toEqualTypeOf<"POST">();
    expectTypeOf<ContractEntry<"pages.archive">["success"]["status"]>().toEqualTypeOf<201>();
    expectTypeOf<ContractEntry<"oauth.start">["idempotency"]>().toEqualTypeOf<"unsafe">();
  });
});

describe("Input", () => {
  it("is the named interface of each operation", () => {
    expectTypeOf<Input<"bindings.update">>().toEqualTypeOf<UpdateBindingInput>();
    expectTypeOf<Input<"pages.archive">>().toEqualTypeOf<ArchivePageInput>();
    expectTypeOf<Input<"channels.list">>().toEqualTypeOf<ListChannelsInput>();
    expectTypeOf<Input<"promptIndex.get">>().toEqualTypeOf<GetPromptIndexInput>();
    expectTypeOf<Input<"oauth.start">>().toEqualTypeOf<StartOAuthInput>();
    expectTypeOf<Input<"bindings.unbind">>().toEqualTypeOf<UnbindChannelInput>();
  });

  it("has the fields of the specification", () => {
    expectTypeOf<Input<"bindings.update">>().toEqualTypeOf<{
      readonly brainId: string;
      readonly bindingId: string;
      readonly notifyBriefs?: boolean | undefined;
      readonly notifyConnections?: boolean | undefined;
      readonly notifyChanges?: boolean | undefined;
    }>();
    expectTypeOf<Input<"pages.archive">>().toEqualTypeOf<{ readonly brainId: string; readonly slug: string }>();
    expectTypeOf<Input<"channels.list">>().toEqualTypeOf<{
      readonly brainId: string;
      readonly installationId: string;
    }>();
    expectTypeOf<Input<"promptIndex.get">>().toEqualTypeOf<{
      readonly brainId: string;
      readonly limit?: number | undefined;
    }>();
    expectTypeOf<Input<"oauth.start">>().toEqualTypeOf<{ readonly brainId: string }>();
    expectTypeOf<Input<"bindings.unbind">>().toEqualTypeOf<{ readonly brainId: string; readonly bindingId: string }>();
  });
});

describe("Output", () => {
  it("is the named interface of each operation", () => {
    expectTypeOf<Output<"bindings.update">>().toEqualTypeOf<ChannelBinding>();
    expectTypeOf<Output<"pages.archive">>().toEqualTypeOf<Page>();
    expectTypeOf<Output<"channels.list">>().toEqualTypeOf<Channel[]>();
    expectTypeOf<Output<"promptIndex.get">>().toEqualTypeOf<IndexEntry[]>();
    expectTypeOf<Output<"oauth.start">>().toEqualTypeOf<OAuthStart>();
    expectTypeOf<Output<"bindings.unbind">>().toEqualTypeOf<Disconnect>();
  });
});

describe("ErrorOf", () => {
  it("has the documented statuses of each operation", () => {
    expectTypeOf<ErrorOf<OperationId>["statusCode"]>().toEqualTypeOf<400 | 401 | 404>();
    expectTypeOf<ErrorOf<"bindings.update">["statusCode"]>().toEqualTypeOf<400 | 401 | 404>();
    expectTypeOf<ErrorOf<"pages.archive">["statusCode"]>().toEqualTypeOf<400 | 401 | 404>();
    expectTypeOf<ErrorOf<"channels.list">["statusCode"]>().toEqualTypeOf<400 | 401 | 404>();
    expectTypeOf<ErrorOf<"promptIndex.get">["statusCode"]>().toEqualTypeOf<400 | 401 | 404>();
    expectTypeOf<ErrorOf<"oauth.start">["statusCode"]>().toEqualTypeOf<400 | 401 | 404>();
    expectTypeOf<ErrorOf<"bindings.unbind">["statusCode"]>().toEqualTypeOf<400 | 401 | 404>();
  });

  it("is the documented error body", () => {
    expectTypeOf<ErrorOf<"pages.archive">>().toExtend<ErrorBody>();
    expectTypeOf<ErrorOf<"pages.archive">["message"]>().toEqualTypeOf<string>();
    expectTypeOf<Extract<ErrorOf<"pages.archive">, { statusCode: 404 }>>().toEqualTypeOf<
      ErrorBody & { readonly statusCode: 404 }
    >();
  });
});

describe("Parsed", () => {
  it("has the parts of a request, each with its fields", () => {
    expectTypeOf<Parsed<"bindings.update">>().toExtend<{
      readonly params: { readonly brainId: string; readonly bindingId: string };
      readonly body: BindingFlags;
    }>();
    expectTypeOf<Parsed<"bindings.update">["params"]>().toEqualTypeOf<{
      readonly brainId: string;
      readonly bindingId: string;
    }>();
    expectTypeOf<Parsed<"bindings.update">["body"]>().toEqualTypeOf<BindingFlags>();
    expectTypeOf<Parsed<"channels.list">["query"]>().toEqualTypeOf<ListChannelsQuery>();
    expectTypeOf<Parsed<"promptIndex.get">["query"]>().toEqualTypeOf<GetPromptIndexQuery>();
    expectTypeOf<keyof Parsed<"oauth.start">>().toEqualTypeOf<"params" | "query" | "body">();
  });

  it("has no fields in a part that the operation does not take", () => {
    expectTypeOf<keyof Parsed<"bindings.update">["query"]>().toEqualTypeOf<never>();
    expectTypeOf<keyof Parsed<"pages.archive">["body"]>().toEqualTypeOf<never>();
    expectTypeOf<keyof Parsed<"channels.list">["body"]>().toEqualTypeOf<never>();
  });
});

describe("ResourceName", () => {
  it("is the part of the ids before the dot", () => {
    expectTypeOf<ResourceName>().toEqualTypeOf<"bindings" | "channels" | "oauth" | "pages" | "promptIndex">();
  });
});

describe("ResourceMethods", () => {
  it("has a method for each operation of the resource and no other", () => {
    expectTypeOf<keyof ResourceMethods<"bindings">>().toEqualTypeOf<"update" | "unbind">();
    expectTypeOf<keyof ResourceMethods<"channels">>().toEqualTypeOf<"list">();
    expectTypeOf<keyof ResourceMethods<"oauth">>().toEqualTypeOf<"start">();
    expectTypeOf<keyof ResourceMethods<"pages">>().toEqualTypeOf<"archive">();
    expectTypeOf<keyof ResourceMethods<"promptIndex">>().toEqualTypeOf<"get">();
  });

  it("accepts the input and resolves with the output of the operation", () => {
    type Update = ResourceMethods<"bindings">["update"];
    expectTypeOf<Parameters<Update>>().toEqualTypeOf<[input: UpdateBindingInput]>();
    expectTypeOf<ReturnType<Update>>().toEqualTypeOf<PromiseLike<ChannelBinding>>();
    expectTypeOf<Parameters<ResourceMethods<"pages">["archive"]>>().toEqualTypeOf<[input: ArchivePageInput]>();
    expectTypeOf<ReturnType<ResourceMethods<"channels">["list"]>>().toEqualTypeOf<PromiseLike<Channel[]>>();
  });

  it("rejects a class that lacks a method or returns something else", () => {
    // @ts-expect-error unbind is missing
    class Bindings implements ResourceMethods<"bindings"> {
      declare update: (input: UpdateBindingInput) => Promise<ChannelBinding>;
    }
    class Pages implements ResourceMethods<"pages"> {
      // @ts-expect-error archiving returns a page
      declare archive: (input: ArchivePageInput) => Promise<string>;
    }
    expectTypeOf<Bindings["update"]>().toBeFunction();
    expectTypeOf<Pages["archive"]>().toBeFunction();
  });
});
