import type {
  ApiKey,
  Brain,
  Installation,
  Organization,
  State,
  StoredBinding,
  StoredChannel,
  StoredPage,
} from "@knowledge-base/server";
import {
  type Channel,
  type ChannelBinding,
  channelBindingSchema,
  channelSchema,
  type Page,
  pageSchema,
} from "@knowledge-base/types";
import type { ObjectFields, ObjectSchema, Schema } from "@knowledge-base/types/internal";
import { describe, expectTypeOf, it } from "vitest";
import { extendShape, strictObjectSchema } from "../src/object-schema.ts";
import type { recordSchemas } from "../src/records/schemas.ts";

type RecordOf<Name extends keyof typeof recordSchemas> = NonNullable<State[Name]>[number];

/** Names of the fields without which a shape would still be accepted. */
type OmittableFields<AnyRecord> = {
  [Name in keyof AnyRecord]-?: Omit<ObjectFields<AnyRecord>, Name> extends ObjectFields<AnyRecord> ? Name : never;
}[keyof AnyRecord];

/** Names of the fields whose schema could be that of another type or of an optional field. */
type RetypableFields<AnyRecord> = {
  [Name in keyof AnyRecord]-?: Omit<ObjectFields<AnyRecord>, Name> &
    Record<Name, Schema<symbol>> extends ObjectFields<AnyRecord>
    ? Name
    : never;
}[keyof AnyRecord];

/** Names of required fields whose schema could be that of an optional field. */
type LoosenableFields<AnyRecord> = {
  [Name in keyof AnyRecord]-?: undefined extends AnyRecord[Name]
    ? never
    : Omit<ObjectFields<AnyRecord>, Name> &
          Record<Name, Schema<AnyRecord[Name] | undefined>> extends ObjectFields<AnyRecord>
      ? Name
      : never;
}[keyof AnyRecord];

type AnyRecord = { [Name in keyof typeof recordSchemas]: RecordOf<Name> };

describe("the schema of the records of a state", () => {
  it("is built of exactly the fields of each interface", () => {
    expectTypeOf<typeof recordSchemas>().toEqualTypeOf<{
      readonly [Name in keyof AnyRecord]: ObjectSchema<AnyRecord[Name], ObjectFields<AnyRecord[Name]>>;
    }>();
    expectTypeOf<keyof typeof recordSchemas | "version" | "idPosition">().toEqualTypeOf<keyof State>();
  });

  it("requires each of its fields", () => {
    expectTypeOf<{ [Name in keyof AnyRecord]: OmittableFields<AnyRecord[Name]> }[keyof AnyRecord]>().toBeNever();
    expectTypeOf<OmittableFields<State>>().toBeNever();
  });

  it("rejects a field of another type", () => {
    expectTypeOf<{ [Name in keyof AnyRecord]: RetypableFields<AnyRecord[Name]> }[keyof AnyRecord]>().toBeNever();
    expectTypeOf<{ [Name in keyof AnyRecord]: LoosenableFields<AnyRecord[Name]> }[keyof AnyRecord]>().toBeNever();
    expectTypeOf<RetypableFields<State>>().toBeNever();
  });

  it("rejects a field that its interface does not have", () => {
    const text: Schema<string> = channelSchema._zod.def.shape.name;
    const { redirectUrl } = {} as ObjectFields<Organization>;
    const { statusBeforeArchive, pageType, bucket, bucketSource, status, organizationId } =
      {} as ObjectFields<StoredPage>;
    const { status: bindingStatus } = {} as ObjectFields<StoredBinding>;

    // @ts-expect-error colour is no field of an organization
    strictObjectSchema<Organization>({ id: text, name: text, redirectUrl, colour: text });
    // @ts-expect-error colour is no field of a key
    strictObjectSchema<ApiKey>({ key: text, organizationId: text, role: text, colour: text });
    // @ts-expect-error colour is no field of a brain
    strictObjectSchema<Brain>({ id: text, organizationId: text, name: text, colour: text });
    // @ts-expect-error colour is no field of an installation
    strictObjectSchema<Installation>({ id: text, organizationId: text, teamId: text, teamName: text, colour: text });
    // @ts-expect-error colour is no field of a channel
    extendShape<StoredChannel, Channel>(channelSchema, { installationId: text, organizationId, colour: text });
    const addedToBinding = { status: bindingStatus, organizationId };
    // @ts-expect-error colour is no field of a binding
    extendShape<StoredBinding, ChannelBinding>(channelBindingSchema, { ...addedToBinding, colour: text });
    const added = { statusBeforeArchive, pageType, bucket, bucketSource, status, organizationId };
    extendShape<StoredPage, Page>(pageSchema, added);
    extendShape<StoredPage, Page>(pageSchema, {
      statusBeforeArchive,
      pageType,
      bucket,
      bucketSource,
      status,
      organizationId,
      // @ts-expect-error colour is no field of a page
      colour: text,
    });
  });
});
