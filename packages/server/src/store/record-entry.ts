import type { StateArrays } from "./state-schemas.ts";

/** A record with the name of its array. */
export type RecordEntry = {
  readonly [Name in keyof StateArrays]: { readonly array: Name; readonly record: StateArrays[Name][number] };
}[keyof StateArrays];

/** The fields that identify a record within its organization. */
export interface RecordIdentities {
  readonly organizations: { readonly id: string };
  readonly apiKeys: { readonly key: string };
  readonly brains: { readonly id: string };
  readonly pages: { readonly brainId: string; readonly slug: string };
  readonly installations: { readonly id: string };
  readonly channels: { readonly installationId: string; readonly id: string };
  readonly bindings: { readonly brainId: string; readonly id: string };
}

/** The fields that identify a record, with the name of its array. */
export type RecordReference = {
  readonly [Name in keyof RecordIdentities]: { readonly array: Name; readonly record: RecordIdentities[Name] };
}[keyof RecordIdentities];
