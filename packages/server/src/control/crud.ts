import { type Fields, fieldsOf } from "@knowledge-base/internal/json";
import type { Schema } from "@knowledge-base/types";
import { definitionOf, identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { reject, rejectInput } from "../basics/control-error.ts";
import { organizationIdSchema, strictObjectSchema } from "../basics/object-schema.ts";
import { choices } from "../basics/specification-choices.ts";
import { addRecord } from "../state/add-record.ts";
import { inputShape, type RecordShape, recordShape } from "../state/schemas.ts";
import type { ChildKindName, KindName, Records } from "../state/state.ts";
import { Collection } from "../store/collections.ts";
import { type OrganizationStore, rejectMissing } from "../store/organization-store.ts";
import { describeForeign, identifyingParent, idIn, recordKinds, withArticle } from "../store/record-kinds.ts";
import type { Action, ActionContext } from "./action.ts";

/** Input of a list of records. */
export interface ListInput {
  /**
   * Maximum number of records, from 1 to 1,000.
   *
   * @default 100
   */
  readonly limit?: number | undefined;
  /**
   * Id of the last record of the previous list, after which this one begins: the slug of a page, the nonce of an authorization, a key
   * itself.
   *
   * @default the list begins with the first record
   */
  readonly after?: string | undefined;
}

/** Input of a list of the records of an organization. */
export interface ListOfOrganizationInput extends ListInput {
  /**
   * Organization whose records are listed.
   *
   * @default the organization of the control, or the organization of the server's `apiKey`
   */
  readonly organizationId?: string | undefined;
}

const { minimum, maximum } = choices.listLimit;

export const listFields = {
  limit: z.optional(z.int().check(z.minimum(minimum), z.maximum(maximum))),
  after: z.optional(z.string()),
};

/**
 * Returns the records that an input lists.
 *
 * @param name - name of one of the records
 * @throws {@link ControlError} `not_found` if `after` names none of them
 */
export function listRecords<AnyRecord>(
  name: string,
  collection: Collection<AnyRecord>,
  { limit, after }: ListInput,
  isListed?: (record: AnyRecord) => boolean,
): AnyRecord[] {
  return collection.list(limit, after, isListed) ?? reject("not_found", `after does not name a listed ${name}`);
}

// Returns what controls show of a record.
type Show<Name extends KindName> = (record: Records[Name]) => Records[Name];

/** Creates the actions of a kind from its entry in the table. By default, they return the whole record. */
export function createCrud<Name extends ChildKindName>(kind: Name, show: Show<Name> = (record) => record) {
  const { name, parent } = recordKinds[kind];
  const label = withArticle(name);
  return {
    create: {
      summary: `Create ${label}`,
      input: strictObjectSchema(shapeForCreate(kind)),
      run: (input: Fields, context: ActionContext) =>
        show(createRecord(kind, input, context.find(parent, input).organization, context)),
    },
    list: createList(kind, `List the ${name}s`, show),
    ...createGetAndUpdate(kind, (organization, record) => organization.put(kind, record), show),
    delete: {
      summary: `Delete ${label}`,
      isDestructive: true as const,
      input: strictObjectSchema(addressShape(kind)),
      run(address: object, context: ActionContext): void {
        const { record, organization } = context.find(kind, address);
        organization.delete(kind, record);
      },
    },
  };
}

/** Creates the action that lists records with the same parent: by default all of them. */
export function createList<Name extends ChildKindName, Input extends ListInput>(
  kind: Name,
  summary: string,
  show: Show<Name>,
  fields: RecordShape = {},
  isListed: (record: Records[Name], input: Input) => boolean = () => true,
): Action<Input, readonly Records[Name][]> {
  const { name, parent } = recordKinds[kind];
  return {
    summary,
    input: strictObjectSchema({ ...parentShape(kind), ...fields, ...listFields }),
    run(input, context) {
      const { organization, record: owner } = context.find(parent, input);
      const collection = organization.collection(kind, owner.id) ?? new Collection();
      return listRecords(name, collection, input, (record) => isListed(record, input)).map(show);
    },
  };
}

/** Creates the actions that read and change one record. */
export function createGetAndUpdate<Name extends KindName>(
  kind: Name,
  put: (organization: OrganizationStore, record: Records[Name]) => void,
  show: Show<Name> = (record) => record,
) {
  const label = withArticle(recordKinds[kind].name);
  return {
    get: {
      summary: `Get ${label}`,
      input: strictObjectSchema(addressShape(kind)),
      run: (address: object, context: ActionContext) => show(context.find(kind, address).record),
    },
    update: {
      summary: `Update ${label}`,
      input: strictObjectSchema({ ...addressShape(kind), ...shapeForUpdate(kind) }),
      run(input: Fields, context: ActionContext) {
        const { record, organization } = context.find(kind, input);
        const updated = update(kind, record, input);
        put(organization, updated);
        return show(updated);
      },
    },
  };
}

/** Creates a record with generated ids and with the defaults of a seed, except that times are the current time. */
export function createRecord<Name extends ChildKindName>(
  kind: Name,
  input: Fields,
  organization: OrganizationStore,
  context: ActionContext,
): Records[Name] {
  requireReference(kind, input, organization, context);
  const draft: Record<string, unknown> = { ...input, organizationId: organization.id };
  for (const unique of recordKinds[kind].uniqueFields)
    draft[unique.field] ??= organization.createId(kind, unique, draft);
  return addRecord(context.store.organizations, organization, kind, draft, organization.tools.clock.timestamp());
}

function requireReference(
  kind: ChildKindName,
  input: Fields,
  organization: OrganizationStore,
  context: ActionContext,
): void {
  const missing = organization.findMissingReference(kind, input);
  if (!missing) return;
  const isForeign = !context.scope && context.store.organizations.findWith(missing, idIn(input, missing));
  if (isForeign) rejectInput(recordKinds[missing].referenceField, describeForeign(missing));
  rejectMissing(missing, input);
}

// Sets the given fields. Null removes a field that a record need not have.
function update<AnyRecord extends object>(kind: KindName, record: AnyRecord, input: Fields): AnyRecord {
  const { updatableFields = [] } = recordKinds[kind];
  const updated: Record<string, unknown> = { ...fieldsOf(record) };
  for (const field of updatableFields) {
    if (input[field] === null && isOptional(fieldSchema(kind, field))) delete updated[field];
    else if (input[field] !== undefined) updated[field] = input[field];
  }
  return updated as AnyRecord;
}

/** Returns the schemas of the ids that identify a record. */
export function addressShape(kind: KindName): RecordShape {
  const parent = identifyingParent(kind);
  return { ...(parent && addressShape(parent)), [recordKinds[kind].referenceField]: identifierSchema };
}

function parentShape(kind: ChildKindName): RecordShape {
  const parent = identifyingParent(kind);
  return parent ? addressShape(parent) : { organizationId: organizationIdSchema };
}

export function shapeForCreate(kind: ChildKindName): RecordShape {
  const { idField, reference } = recordKinds[kind];
  const { organizationId: _, ...fields } = inputShape(kind);
  return {
    ...fields,
    ...(reference && addressShape(reference)),
    [idField]: z.optional(fields[idField] as Schema),
    ...parentShape(kind),
  };
}

function shapeForUpdate(kind: KindName): RecordShape {
  const { updatableFields = [] } = recordKinds[kind];
  const fields = updatableFields.map((field) => {
    const schema = fieldSchema(kind, field);
    if (updatableFields.length === 1) return [field, schema];
    return [field, z.optional(isOptional(schema) ? z.nullable(schema) : schema)];
  });
  return Object.fromEntries(fields);
}

function isOptional(schema: Schema): boolean {
  return definitionOf(schema).type === "optional";
}

function fieldSchema(kind: KindName, field: string): Schema {
  return recordShape(kind)[field] as Schema;
}
