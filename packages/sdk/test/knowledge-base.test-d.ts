import {
  type ArchivePageInput,
  type Bindings,
  type CallOptions,
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
import type { ResourceMethods, ResourceName } from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";

type Method<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>;

describe("KnowledgeBase", () => {
  it("has a resource for each of the contract and nothing else", () => {
    expectTypeOf<keyof KnowledgeBase>().toEqualTypeOf<ResourceName>();
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

  it("has methods with the inputs and outputs of the operations", () => {
    expectTypeOf<Bindings["update"]>().toEqualTypeOf<Method<UpdateBindingInput, ChannelBinding>>();
    expectTypeOf<Bindings["unbind"]>().toEqualTypeOf<Method<UnbindChannelInput, Disconnect>>();
    expectTypeOf<Channels["list"]>().toEqualTypeOf<Method<ListChannelsInput, Channel[]>>();
    expectTypeOf<OAuth["start"]>().toEqualTypeOf<Method<StartOAuthInput, OAuthStart>>();
    expectTypeOf<Pages["archive"]>().toEqualTypeOf<Method<ArchivePageInput, Page>>();
    expectTypeOf<PromptIndex["get"]>().toEqualTypeOf<Method<GetPromptIndexInput, IndexEntry[]>>();
  });

  it("has resources with no members but the methods", () => {
    expectTypeOf<keyof Bindings>().toEqualTypeOf<"update" | "unbind">();
    expectTypeOf<keyof Channels>().toEqualTypeOf<"list">();
    expectTypeOf<keyof OAuth>().toEqualTypeOf<"start">();
    expectTypeOf<keyof Pages>().toEqualTypeOf<"archive">();
    expectTypeOf<keyof PromptIndex>().toEqualTypeOf<"get">();
  });

  it("refuses wrong inputs", () => {
    const refused = (kb: KnowledgeBase) => [
      // @ts-expect-error slug is missing
      kb.pages.archive({ brainId: "b" }),
      // @ts-expect-error a limit is a number
      kb.promptIndex.get({ brainId: "b", limit: "5" }),
      // @ts-expect-error a binding has no such flag
      kb.bindings.update({ brainId: "b", bindingId: "c", notifyEverything: true }),
      // @ts-expect-error null is no flag
      kb.bindings.update({ brainId: "b", bindingId: "c", notifyBriefs: null }),
      // @ts-expect-error installationId is required
      kb.channels.list({ brainId: "b", installationId: undefined }),
      // @ts-expect-error the input is required
      kb.oauth.start(),
      // @ts-expect-error there is no such option
      kb.oauth.start({ brainId: "b" }, { abort: true }),
    ];
    expectTypeOf(refused).toBeFunction();
  });

  it("accepts optional fields that are undefined", () => {
    const accepted = (kb: KnowledgeBase) => [
      kb.promptIndex.get({ brainId: "b", limit: undefined }),
      kb.bindings.update({ brainId: "b", bindingId: "c", notifyBriefs: undefined }),
      kb.oauth.start({ brainId: "b" }, { signal: undefined }),
    ];
    expectTypeOf(accepted).toBeFunction();
  });
});

describe("the options of a client", () => {
  it("are a base URL, a key and a fetch that may be left out", () => {
    expectTypeOf(KnowledgeBase).constructorParameters.toEqualTypeOf<[options: ClientOptions]>();
    expectTypeOf<{ baseUrl: string; apiKey: string }>().toExtend<ClientOptions>();
    expectTypeOf<{ baseUrl: string; apiKey: string; fetch: typeof globalThis.fetch }>().toExtend<ClientOptions>();
    expectTypeOf<{ baseUrl: string; apiKey: string; fetch: undefined }>().toExtend<ClientOptions>();
    expectTypeOf<{ apiKey: string }>().not.toExtend<ClientOptions>();
    expectTypeOf<{ baseUrl: string }>().not.toExtend<ClientOptions>();
  });
});
