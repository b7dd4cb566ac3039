import type {
  ApiKey,
  Brain,
  Installation,
  Organization,
  State,
  StateInput,
  StoredBinding,
  StoredChannel,
  StoredPage,
} from "@knowledge-base/server";
import { apiKey, binding, brain, channel, installation, organization, page } from "@knowledge-base/server/factories";
import { describe, expectTypeOf, it } from "vitest";
import type {
  ApiKeyInput,
  BrainInput,
  InstallationInput,
  OrganizationInput,
  StoredBindingInput,
  StoredChannelInput,
  StoredPageInput,
} from "../../src/records/record-types.ts";

describe("factories", () => {
  it("return the records of a state", () => {
    expectTypeOf(organization).returns.toEqualTypeOf<Organization>();
    expectTypeOf(apiKey).returns.toEqualTypeOf<ApiKey>();
    expectTypeOf(brain).returns.toEqualTypeOf<Brain>();
    expectTypeOf(page).returns.toEqualTypeOf<StoredPage>();
    expectTypeOf(installation).returns.toEqualTypeOf<Installation>();
    expectTypeOf(channel).returns.toEqualTypeOf<StoredChannel>();
    expectTypeOf(binding).returns.toEqualTypeOf<StoredBinding>();
  });

  it("accept the fields of a record, all of which are optional", () => {
    expectTypeOf(page({ title: "T", updatedAt: new Date(0) })).toEqualTypeOf<StoredPage>();
    // @ts-expect-error there is no such field
    page({ titel: "T" });
    // @ts-expect-error there is no such status
    page({ status: "retired" });
    // @ts-expect-error a time is a timestamp or a Date
    page({ updatedAt: 0 });
  });
});

describe("what a state accepts", () => {
  it("includes every complete state", () => {
    expectTypeOf<State>().toExtend<StateInput>();
    expectTypeOf<State>().toExtend<StateInput>();
    expectTypeOf<keyof StateInput>().toEqualTypeOf<keyof State>();
  });

  it("has the fields of the complete records", () => {
    expectTypeOf<keyof OrganizationInput>().toEqualTypeOf<keyof Organization>();
    expectTypeOf<keyof ApiKeyInput>().toEqualTypeOf<keyof ApiKey>();
    expectTypeOf<keyof BrainInput>().toEqualTypeOf<keyof Brain>();
    expectTypeOf<keyof StoredPageInput>().toEqualTypeOf<keyof StoredPage>();
    expectTypeOf<keyof InstallationInput>().toEqualTypeOf<keyof Installation>();
    expectTypeOf<keyof StoredChannelInput>().toEqualTypeOf<keyof StoredChannel>();
    expectTypeOf<keyof StoredBindingInput>().toEqualTypeOf<keyof StoredBinding>();
  });
});
