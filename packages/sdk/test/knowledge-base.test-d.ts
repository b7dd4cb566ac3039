import {
  type ArchivePageInput,
  type Bindings,
  type CallError,
  type CallOptions,
  type CallPromise,
  type Channel,
  type ChannelBinding,
  type Channels,
  type ClientOptions,
  type Disconnect,
  type GetPromptIndexInput,
  type IndexEntry,
  KnowledgeBase,
  type ListChannelsInput,
  type OAuth,
  type OAuthStart,
  type Page,
  type Pages,
  type PromptIndex,
  type StartOAuthInput,
  type UnbindChannelInput,
  type UpdateBindingInput,
} from "@knowledge-base/sdk";
import type { OperationId } from "@knowledge-base/types";
import type { ResourceMethods, ResourceName } from "@knowledge-base/types/internal";
import { describe, expectTypeOf, it } from "vitest";

type Method<Id extends OperationId, Input, Output> = (
  input: Input,
  options?: CallOptions,
) => CallPromise<Output, CallError<Id>>;

describe("KnowledgeBase", () => {
  it("has each resource of the contract, and the methods of the client", () => {
    expectTypeOf<keyof KnowledgeBase>().toEqualTypeOf<ResourceName | "withOptions" | "call" | "describe">();
    expectTypeOf<KnowledgeBase>().toExtend<{ readonly [Name in ResourceName]: ResourceMethods<Name> }>();
  });

  it("has resources that are read-only", () => {
    expectTypeOf<Pick<KnowledgeBase, ResourceName>>().toEqualTypeOf<{
      readonly bindings: Bindings;
      readonly channels: Channels;
      readonly oauth: OAuth;
      readonly pages: Pages;
      readonly promptIndex: PromptIndex;
    }>();
  });

  it("has methods with the inputs, the outputs and the errors of the operations", () => {
    expectTypeOf<Bindings["update"]>().toEqualTypeOf<Method<"bindings.update", UpdateBindingInput, ChannelBinding>>();
    expectTypeOf<Bindings["unbind"]>().toEqualTypeOf<Method<"bindings.unbind", UnbindChannelInput, Disconnect>>();
    expectTypeOf<Channels["list"]>().toEqualTypeOf<Method<"channels.list", ListChannelsInput, Channel[]>>();
    expectTypeOf<OAuth["start"]>().toEqualTypeOf<Method<"oauth.start", StartOAuthInput, OAuthStart>>();
    expectTypeOf<Pages["archive"]>().toEqualTypeOf<Method<"pages.archive", ArchivePageInput, Page>>();
    expectTypeOf<PromptIndex["get"]>().toEqualTypeOf<Method<"promptIndex.get", GetPromptIndexInput, IndexEntry[]>>();
  });

  it("has methods that resolve with their output", () => {
    expectTypeOf<Awaited<ReturnType<Bindings["update"]>>>().toEqualTypeOf<ChannelBinding>();
    expectTypeOf<Awaited<ReturnType<Bindings["unbind"]>>>().toEqualTypeOf<Disconnect>();
    expectTypeOf<Awaited<ReturnType<Channels["list"]>>>().toEqualTypeOf<Channel[]>();
    expectTypeOf<Awaited<ReturnType<OAuth["start"]>>>().toEqualTypeOf<OAuthStart>();
    expectTypeOf<Awaited<ReturnType<Pages["archive"]>>>().toEqualTypeOf<Page>();
    expectTypeOf<Awaited<ReturnType<PromptIndex["get"]>>>().toEqualTypeOf<IndexEntry[]>();
  });

  it("has resources with no members but the methods", () => {
    expectTypeOf<keyof Bindings>().toEqualTypeOf<"update" | "unbind">();
    expectTypeOf<keyof Channels>().toEqualTypeOf<"list">();
    expectTypeOf<keyof OAuth>().toEqualTypeOf<"start">();
    expectTypeOf<keyof Pages>().toEqualTypeOf<"archive">();
    expectTypeOf<keyof PromptIndex>().toEqualTypeOf<"get">();
  });

  it("rejects wrong inputs", () => {
    const rejectedCalls = (kb: KnowledgeBase) => [
      // @ts-expect-error slug is missing
      kb.pages.archive({ brainId: "b" }),
      // @ts-expect-error a limit is a number
      kb.promptIndex.get({ brainId: "b", limit: "5" }),
      // @ts-expect-error a binding has no such flag
      kb.bindings.update({ brainId: "b", bindingId: "c", notifyEverything: true }),
      // @ts-expect-error null is not a flag
      kb.bindings.update({ brainId: "b", bindingId: "c", notifyBriefs: null }),
      // @ts-expect-error installationId is required
      kb.channels.list({ brainId: "b", installationId: undefined }),
      // @ts-expect-error the input is required
      kb.oauth.start(),
      // @ts-expect-error unknown option
      kb.oauth.start({ brainId: "b" }, { abort: true }),
    ];
    expectTypeOf(rejectedCalls).toBeFunction();
  });

  it("accepts optional fields that are undefined", () => {
    const accepted = (kb: KnowledgeBase) => [
      kb.promptIndex.get({ brainId: "b", limit: undefined }),
      kb.bindings.update({ brainId: "b", bindingId: "c", notifyBriefs: undefined }),
      kb.oauth.start({ brainId: "b" }, { signal: undefined }),
    ];
    expectTypeOf(accepted).toBeFunction();
  });

  it("can be created without options", () => {
    expectTypeOf(KnowledgeBase).constructorParameters.toEqualTypeOf<[options?: ClientOptions | undefined]>();
  });

  it("creates another client with some options changed", () => {
    expectTypeOf<KnowledgeBase["withOptions"]>().toEqualTypeOf<(changes: ClientOptions) => KnowledgeBase>();
  });
});
