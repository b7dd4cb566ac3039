import { type Fields, fieldsOf, isObject } from "@knowledge-base/internal/json";
import { parseSync } from "@knowledge-base/types/internal";
import { Problems, takenProblem } from "../basics/control-error.ts";
import { choices } from "../basics/specification-choices.ts";
import { addressOf } from "../organizations/collections.ts";
import type { OrganizationStore, Organizations } from "../organizations/organization-store.ts";
import type { ReportProblem } from "./record-kind.ts";
import { completeFields, describeForeign, hasDefault, idIn, kindsByParent, recordKinds } from "./record-kinds.ts";
import { recordSchemas } from "./schemas.ts";
import type { ChildKindName, KindName, RecordEntry, Records } from "./state.ts";

/** Adds one record to an organization by the rules of a state, and returns it as it is stored. */
export function addRecord<Name extends ChildKindName>(
  organizations: Organizations,
  organization: OrganizationStore,
  kind: Name,
  record: Fields,
  now: string,
): Records[Name] {
  const adder = new RecordAdder(organizations, organization, now);
  const entry = adder.complete(kind, record, []);
  const stored = entry && adder.add(entry as CompleteRecord<ChildKindName>, []);
  return (stored as Records[Name] | undefined) ?? adder.problems.reject();
}

const keyOfAnother = 'is a key of another organization: load the state with apiKeys "renew" to issue new keys';

/** Path of a value in a state. */
export type Path = readonly PropertyKey[];

// A record that is valid by itself, and the organization that gets it, if there is one.
type CompleteRecord<Name extends KindName = KindName> = RecordEntry<Name> & {
  readonly organization: OrganizationStore | undefined;
};

// Finds the organization of a record that leaves it out: the first organization that has the brain or the installation to which the
// record belongs. What the state adds comes before what the server has.
class ParentOwners {
  readonly #organizations: Organizations;
  // By kind and id of the parent. Looking through all organizations for each page would take too long.
  readonly #found = new Map<string, OrganizationStore>();

  constructor(organizations: Organizations) {
    this.#organizations = organizations;
  }

  // Adds a parent of the state. In a state, the records below it come later.
  add(kind: KindName, id: string, organization: OrganizationStore): void {
    const known = this.#found.get(`${kind} ${id}`);
    this.#found.set(`${kind} ${id}`, known ? this.#firstOf(known, organization) : organization);
  }

  find(kind: KindName, id: string): OrganizationStore | undefined {
    const found = this.#found.get(`${kind} ${id}`) ?? this.#organizations.findWith(kind, id);
    if (found) this.#found.set(`${kind} ${id}`, found);
    return found;
  }

  #firstOf(left: OrganizationStore, right: OrganizationStore): OrganizationStore {
    for (const organization of this.#organizations.byId.values()) {
      if (organization === left || organization === right) return organization;
    }
    return left;
  }
}

/** Adds records to the organizations of a server, each after its parent, and collects the problems of those that it can't add. */
export class RecordAdder {
  readonly problems = new Problems();
  readonly #organizations: Organizations;
  readonly #target: OrganizationStore | undefined;
  readonly #now: string;
  readonly #owners: ParentOwners;
  // Ends the message about a reference to a missing record.
  readonly #scopeText: string;
  // The kinds of records that weren't added. If a page names a missing brain, and a brain wasn't added, it may be this one. Its problem is
  // reported already, so none is reported for the page.
  readonly #skippedKinds = new Set<KindName>();

  /**
   * @param target - the organization that gets all records; by default, each record goes to the organization that it names
   * @param now - time of the records that name none, as a timestamp
   */
  constructor(organizations: Organizations, target?: OrganizationStore, now: string = choices.defaultTimestamp) {
    this.#organizations = organizations;
    this.#target = target;
    this.#now = now;
    this.#owners = new ParentOwners(organizations);
    this.#scopeText = organizations.byId.size === 0 ? "this state" : "this state or the server";
  }

  /** Notes that a record of a kind isn't added: it has a problem, or it may be in a part of the state that can't be read. */
  skip(kind: KindName): void {
    this.#skippedKinds.add(kind);
  }

  /** Completes a record with its defaults. Returns undefined if it isn't valid by itself. */
  complete(kind: KindName, given: unknown, path: Path): CompleteRecord | undefined {
    const organization = kind === "organizations" ? undefined : this.#findOrganization(kind, fieldsOf(given));
    const completed = isObject(given) ? completeFields(kind, given, { now: this.#now, organization }) : given;
    const validation = parseSync(recordSchemas[kind], completed);
    if (validation.ok) return { kind, record: validation.value, organization } as CompleteRecord;
    // Defaults are made from other fields. If a given field has a problem, the problems of defaults only follow from it.
    const isDefault = (field: PropertyKey = "") =>
      hasDefault(kind, field) && fieldsOf(given)[String(field)] === undefined;
    const issuesOfGivenFields = validation.issues.filter(({ path: [field] }) => !isDefault(field));
    for (const issue of issuesOfGivenFields.length > 0 ? issuesOfGivenFields : validation.issues) {
      this.problems.add([...path, ...issue.path], issue.message);
    }
    this.skip(kind);
    return undefined;
  }

  /** Adds a complete record. Returns it as it is stored, or undefined if it doesn't fit the other records. */
  add(entry: CompleteRecord<ChildKindName>, path: Path): object | undefined {
    const { kind, record, organization } = entry;
    const report: ReportProblem = (field, problem) => this.problems.add([...path, field], problem);
    const [id, parentId] = addressOf(kind, record);
    if (!organization?.collection(kind, parentId)) {
      if (organization) this.#reportMissing(recordKinds[kind].parent, report, "its organization");
      else this.#reportMissing(ownerKind(kind, record), report);
      this.skip(kind);
      return undefined;
    }
    const before = this.problems.count;
    this.#check(entry, organization, report);
    if (this.problems.count > before) {
      this.skip(kind);
      return undefined;
    }
    const stored = this.#toStored(kind, record);
    organization.put(kind, stored);
    if (!this.#target && kindsByParent.has(kind)) this.#owners.add(kind, id, organization);
    return stored;
  }

  #findOrganization(kind: ChildKindName, record: object): OrganizationStore | undefined {
    const owner = ownerKind(kind, record);
    return this.#target ?? this.#owners.find(owner, idIn(record, owner));
  }

  // Reports what doesn't fit the other records.
  #check({ kind, record }: RecordEntry<ChildKindName>, organization: OrganizationStore, report: ReportProblem): void {
    const owner = kind === "apiKeys" && this.#organizations.byKey.get(record.key);
    if (owner && owner !== organization) report("key", this.#target ? keyOfAnother : takenProblem);
    organization.reportTaken(kind, record, report);
    this.#checkReference(kind, record, organization, report);
    recordKinds[kind].check?.(record, report, { now: this.#now, organization });
  }

  #checkReference(kind: ChildKindName, record: object, organization: OrganizationStore, report: ReportProblem): void {
    const missing = organization.findMissingReference(kind, record);
    if (!missing) return;
    // A state of one organization must not reveal what others have.
    const isForeign = !this.#target && this.#owners.find(missing, idIn(record, missing));
    if (isForeign) report(recordKinds[missing].referenceField, describeForeign(missing));
    else this.#reportMissing(missing, report);
  }

  #reportMissing(kind: KindName, report: ReportProblem, scope = this.#scopeText): void {
    const { name, referenceField } = recordKinds[kind];
    if (!this.#skippedKinds.has(kind)) report(referenceField, `names no ${name} of ${scope}`);
  }

  // Returns a record as it is stored: it shares large parts with an equal one. A record below a brain or an installation is found
  // through it, so its organization need not be stored.
  #toStored<Name extends ChildKindName>(kind: Name, record: Records[Name]): Records[Name] {
    const recordKind = recordKinds[kind];
    const [id, parentId] = addressOf(kind, record);
    const original =
      recordKind.reuseEqualParts && this.#owners.find(recordKind.parent, parentId)?.collection(kind, parentId)?.get(id);
    const shared = recordKind.reuseEqualParts?.(record, original) ?? record;
    const { organizationId: _, ...below } = fieldsOf(shared);
    return (recordKind.parent === "organizations" ? shared : below) as Records[Name];
  }
}

// Returns the kind of the record that decides which organization gets a record: its organization if it names one, otherwise its parent.
function ownerKind(kind: ChildKindName, record: object): KindName {
  return fieldsOf(record)["organizationId"] === undefined ? recordKinds[kind].parent : "organizations";
}
