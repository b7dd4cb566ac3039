import type { ClockPosition } from "../basics/time.ts";
import type {
  Authorization,
  Installation,
  InstallationInput,
  StoredBinding,
  StoredBindingInput,
  StoredChannel,
  StoredChannelInput,
} from "../messaging/messaging-records.ts";
import type {
  ApiKey,
  ApiKeyInput,
  Brain,
  BrainInput,
  Organization,
  OrganizationInput,
} from "../organizations/organization-records.ts";
import type { StoredPage, StoredPageInput } from "../pages/stored-page.ts";

/**
 * All records of a server as JSON: the format of seeds, snapshots and state files. Ids are unique within an organization, API
 * keys within the server.
 */
export interface State {
  /** Version of this format. */
  readonly version: 1;
  /** Organizations. They own all other records and are isolated from each other. */
  readonly organizations: readonly Organization[];
  /** API keys. */
  readonly apiKeys: readonly ApiKey[];
  /** Brains. */
  readonly brains: readonly Brain[];
  /** Pages of the brains. */
  readonly pages: readonly StoredPage[];
  /** Installations of the service's bot in workspaces of the messaging platform. */
  readonly installations: readonly Installation[];
  /** Channels that the bot sees in the installations. */
  readonly channels: readonly StoredChannel[];
  /** Bindings of channels to brains. */
  readonly bindings: readonly StoredBinding[];
  /**
   * Authorizations that were started, and what became of them.
   *
   * @default none
   */
  readonly authorizations?: readonly Authorization[] | undefined;
  /**
   * Number of ids that the server has generated for organizations, so that none is given twice after a restart.
   *
   * @default 0
   */
  readonly idPosition?: number | undefined;
  /**
   * How the clock of the server differs from the clock of the machine.
   *
   * @default it doesn't
   */
  readonly clock?: ClockPosition | undefined;
}

/** The name of a kind of records: the name of its array in a state. */
export type KindName = Exclude<keyof State, "version" | "idPosition" | "clock">;

/** The record of each kind. */
export type Records = { readonly [Name in KindName]: NonNullable<State[Name]>[number] };

/** A kind whose records belong to a record of another kind. */
export type ChildKindName = Exclude<KindName, "organizations">;

/** A kind whose records have records of other kinds. */
export type ParentKindName = "organizations" | "brains" | "installations";

/** A record with its kind. */
export type RecordEntry<Name extends KindName = KindName> = {
  readonly [Kind in Name]: { readonly kind: Kind; readonly record: Records[Kind] };
}[Name];

/** A record below an organization, with its kind. */
export type ChildEntry = RecordEntry<ChildKindName>;

/**
 * The records of a seed or a state file. Omitted fields are empty arrays; fields of records have defaults of their own.
 *
 * @see [The state format](../../../../docs/reference/state-format.md)
 */
export interface StateInput extends Pick<State, "authorizations" | "idPosition" | "clock"> {
  /** Version of this format. */
  readonly version: 1;
  /** Organizations. They own all other records and are isolated from each other. */
  readonly organizations?: readonly OrganizationInput[] | undefined;
  /** API keys. */
  readonly apiKeys?: readonly ApiKeyInput[] | undefined;
  /** Brains. */
  readonly brains?: readonly BrainInput[] | undefined;
  /** Pages of the brains. */
  readonly pages?: readonly StoredPageInput[] | undefined;
  /** Installations of the service's bot in workspaces of the messaging platform. */
  readonly installations?: readonly InstallationInput[] | undefined;
  /** Channels that the bot sees in the installations. */
  readonly channels?: readonly StoredChannelInput[] | undefined;
  /** Bindings of channels to brains. */
  readonly bindings?: readonly StoredBindingInput[] | undefined;
}

/** The record of each kind as a seed has it. */
export type RecordInputs = { readonly [Kind in KindName]: NonNullable<StateInput[Kind]>[number] };

type FieldOf<Kind extends KindName> = keyof Records[Kind] & string;

type OptionalField<AnyRecord> = {
  [Field in keyof AnyRecord]-?: Partial<Pick<AnyRecord, Field>> extends Pick<AnyRecord, Field> ? Field : never;
}[keyof AnyRecord] &
  string;

// The fields that a seed may leave out, and that a stored record has.
type DefaultedField<Kind extends KindName> = Exclude<OptionalField<RecordInputs[Kind]>, OptionalField<Records[Kind]>>;

type Unvalidated<Field extends string> = { readonly [Name in Field]?: unknown };

// An organization, as far as its records are read.
interface OrganizationReader {
  readonly id: string;
  collection<Name extends ChildKindName>(kind: Name, parentId?: string): ReadonlyMap<string, Records[Name]> | undefined;
}

/** What the defaults and checks of a record depend on, beside the record. */
export interface RecordContext {
  /** Time of the records that name none, as a timestamp. */
  readonly now: string;
  /** The organization of the record, if it's known. */
  readonly organization: OrganizationReader | undefined;
}

/** The differences of one kind of records from all others; without type arguments for code that treats all kinds alike. */
export interface RecordKind<Field extends string = string, AnyRecord = object, Defaulted extends string = string> {
  /** Name of one record, in messages and in the ids that are generated. */
  readonly name: string;
  /** Name of one record in summaries of controls, if it is another. */
  readonly title?: string;
  /** The field that identifies a record within its parent. */
  readonly idField: Field;
  /** The field that has the id in the inputs of controls, and in records that belong or refer to this one: see `idIn`. */
  readonly inputField: string;
  /** The values of the fields that a record leaves out. Each may use the fields that are given and those above it. */
  readonly defaults: {
    readonly [Name in Defaulted]-?: (draft: Unvalidated<Field>, context: RecordContext) => unknown;
  };
  /** Another field than `organizationId` that may have the id of the organization. */
  readonly tenantField?: Field;
  /** The fields that are times. */
  readonly timestampFields?: readonly Field[];
  /** Completes the parts of a field. */
  readonly completeParts?: (draft: Unvalidated<Field>) => Unvalidated<Field>;
  /** Why no record was found, if the message must not name its id. */
  readonly notFoundProblem?: string;
  /** The kind of the record to which a record refers, and with which it is deleted. No update changes the ids of the reference. */
  readonly reference?: ChildKindName;
  /**
   * Returns a record that shares large parts with another one if they are equal: the record with the same ids in the first organization
   * that has its parent.
   */
  reuseEqualParts?(record: AnyRecord, original: AnyRecord | undefined): AnyRecord;
  /** Reports the problems of a valid record that concern several fields. */
  check?(record: AnyRecord, report: ReportProblem<Field>, context: RecordContext): void;
  /** A field by which records are looked up, and that no update changes. */
  readonly lookupField?: Field;
  /** The fields that an update may change. It must name those that are required. Null removes those that are removable. */
  readonly updatableFields: { readonly [How in "optional" | "required" | "removable"]?: readonly Field[] };
  /** Whether a state leaves out the array of the records if there are none. */
  readonly isOptional?: true;
}

/** A kind whose records belong to a record of another kind, and are deleted with it. */
export interface ChildRecordKind<Field extends string = string, AnyRecord = object, Defaulted extends string = string>
  extends RecordKind<Field, AnyRecord, Defaulted> {
  readonly parent: ParentKindName;
  /** The fields whose values are unique in an organization, and that no update changes. */
  readonly uniqueFields: readonly UniqueField<Field>[];
}

/** A field that is unique among the records with the same values in other fields, by default among all. */
export interface UniqueField<Field extends string = string> {
  readonly field: Field;
  readonly within?: readonly Field[];
  /** Problem of a record whose value is taken, by default `is taken already`. */
  readonly takenProblem?: string;
}

/** Reports a problem of a field. */
export type ReportProblem<Field extends string = string> = (field: Field, problem: string) => void;

/** The kind of each record. */
export type Kinds = {
  readonly organizations: RecordKind<
    FieldOf<"organizations">,
    Records["organizations"],
    DefaultedField<"organizations">
  >;
} & {
  readonly [Name in ChildKindName]: ChildRecordKind<FieldOf<Name>, Records[Name], DefaultedField<Name>>;
};
