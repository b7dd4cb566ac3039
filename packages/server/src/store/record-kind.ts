import type { ChildKindName, KindName, ParentKindName, RecordInputs, Records } from "../state/state.ts";

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

/** Context in which defaults are chosen and a record is checked. */
export interface RecordContext {
  /** Time of the records that name none, as a timestamp. */
  readonly now: string;
  /** The organization of the record, if it's known. */
  readonly organization: OrganizationReader | undefined;
}

/** Describes one kind of records. Code that handles all kinds leaves out the type arguments. */
export interface RecordKind<Field extends string = string, AnyRecord = object, Defaulted extends string = string> {
  /** Name of one record, in messages and in the ids that are generated. */
  readonly name: string;
  /** The field that identifies a record within its parent. */
  readonly idField: Field;
  /** The field that has the id elsewhere: in records that belong or refer to this one, and in the inputs of controls. See `idIn`. */
  readonly referenceField: string;
  /** The values of the fields that a record leaves out. Each may use the fields that are given and those above it. */
  readonly defaults: {
    readonly [Name in Defaulted]-?: (draft: Unvalidated<Field>, context: RecordContext) => unknown;
  };
  /** The fields that are times. */
  readonly timestampFields?: readonly Field[];
  /** Completes the parts of a field. */
  readonly completeParts?: (draft: Unvalidated<Field>) => Unvalidated<Field>;
  /** The kind of the record to which a record refers, and with which it is deleted. No update changes the ids of the reference. */
  readonly reference?: ChildKindName;
  /** Reports the problems of a valid record that concern several fields. */
  check?(record: AnyRecord, report: ReportProblem<Field>, context: RecordContext): void;
  /** A field by which records are looked up, and that no update changes. */
  readonly lookupField?: Field;
  /** The fields that an update may change. If there is only one, it must name that one. */
  readonly updatableFields?: readonly Field[];
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

/** The type of each kind, with the names of its fields. The table `recordKinds` treats all kinds alike. */
export type Kinds = {
  readonly organizations: RecordKind<
    FieldOf<"organizations">,
    Records["organizations"],
    DefaultedField<"organizations">
  >;
} & {
  readonly [Name in ChildKindName]: ChildRecordKind<FieldOf<Name>, Records[Name], DefaultedField<Name>>;
};
