import { type Fields, fieldsOf, isObject } from "@knowledge-base/internal/json";
import { parseSync } from "@knowledge-base/types/internal";
import { Problems, takenProblem } from "../basics/control-error.ts";
import { choices } from "../basics/specification-choices.ts";
import { addressOf } from "../store/collections.ts";
import type { OrganizationStore, Organizations } from "../store/organization-store.ts";
import type { ReportProblem } from "../store/record-kind.ts";
import {
  completeFields,
  describeForeign,
  hasDefault,
  idIn,
  kindsByParent,
  recordKinds,
  textIn,
} from "../store/record-kinds.ts";
import { recordSchemas } from "./schemas.ts";
import type { ChildKindName, KindName, Records } from "./state.ts";

/** Adds one record to an organization by the rules of a state, and returns it as it is stored. */
export function addRecord<Name extends ChildKindName>(
  organizations: Organizations,
  organization: OrganizationStore,
  kind: Name,
  record: Fields,
  now: string,
): Records[Name] {
  const adder = new RecordAdder(organizations, organization, now);
  return adder.add(kind, record, []) ?? adder.problems.reject();
}

const keyOfAnother = 'is a key of another organization: load the state with apiKeys "renew" to issue new keys';

/** Path of a value in a state. */
export type Path = readonly PropertyKey[];

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
    for (const organization of this.#organizations.byId.values())
      if (organization === left || organization === right) return organization;
    return left;
  }
}

/** Adds records to the organizations of a server, each after its parent, and collects the problems of those that it can't add. */
export class RecordAdder {
  readonly problems = new Problems();
  readonly #organizations: Organizations;
  readonly target: OrganizationStore | undefined;
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
    this.target = target;
    this.#now = now;
    this.#owners = new ParentOwners(organizations);
    this.#scopeText = organizations.byId.size === 0 ? "this state" : "this state or the server";
  }

  /** Notes that a record of a kind isn't added: it has a problem, or it may be in a part of the state that can't be read. */
  skip(kind: KindName): void {
    this.#skippedKinds.add(kind);
  }

  /** Completes a record with its defaults. Returns undefined if it isn't valid by itself. */
  complete<Name extends KindName>(
    kind: Name,
    given: unknown,
    path: Path,
    organization?: OrganizationStore,
  ): Records[Name] | undefined {
    const completed = isObject(given) ? completeFields(kind, given, { now: this.#now, organization }) : given;
    const validation = parseSync(recordSchemas[kind], completed);
    if (validation.ok) return validation.value as Records[Name];
    // Defaults are made from other fields. If a given field has a problem, the problems of defaults only follow from it.
    const isDefault = (field: PropertyKey = "") =>
      hasDefault(kind, field) && fieldsOf(given)[String(field)] === undefined;
    const issuesOfGivenFields = validation.issues.filter(({ path: [field] }) => !isDefault(field));
    for (const issue of issuesOfGivenFields.length > 0 ? issuesOfGivenFields : validation.issues)
      this.problems.add([...path, ...issue.path], issue.message);
    this.skip(kind);
    return undefined;
  }

  /** Completes and adds a record. Returns it as it is stored, or undefined if it isn't valid or doesn't fit the other records. */
  add<Name extends ChildKindName>(kind: Name, given: unknown, path: Path): Records[Name] | undefined {
    const owner = ownerKind(kind, fieldsOf(given));
    const organization = this.target ?? this.#owners.find(owner, idIn(fieldsOf(given), owner));
    const record = this.complete(kind, given, path, organization);
    if (!record) return undefined;
    const before = this.problems.count;
    const report: ReportProblem = (field, problem) => this.problems.add([...path, field], problem);
    const [id, parentId] = addressOf(kind, record);
    const siblings = organization?.collection(kind, parentId);
    if (organization && siblings) this.#check(kind, record, organization, report);
    else if (organization) this.#reportMissing(recordKinds[kind].parent, report, "its organization");
    else this.#reportMissing(owner, report);
    if (!organization || !siblings || this.problems.count > before) {
      this.skip(kind);
      return undefined;
    }
    const stored = this.#toStored(kind, record);
    organization.put(kind, stored);
    if (!this.target && kindsByParent.has(kind)) this.#owners.add(kind, id, organization);
    return stored;
  }

  // Reports what doesn't fit the other records.
  #check(kind: ChildKindName, record: object, organization: OrganizationStore, report: ReportProblem): void {
    const owner = kind === "apiKeys" && this.#organizations.byKey.get(textIn(record, "key"));
    if (owner && owner !== organization) report("key", this.target ? keyOfAnother : takenProblem);
    organization.reportTaken(kind, record, report);
    this.#checkReference(kind, record, organization, report);
    recordKinds[kind].check?.(record, report, { now: this.#now, organization });
  }

  #checkReference(kind: ChildKindName, record: object, organization: OrganizationStore, report: ReportProblem): void {
    const missing = organization.findMissingReference(kind, record);
    if (!missing) return;
    // A state of one organization must not reveal what others have.
    const isForeign = !this.target && this.#owners.find(missing, idIn(record, missing));
    if (isForeign) report(recordKinds[missing].referenceField, describeForeign(missing));
    else this.#reportMissing(missing, report);
  }

  #reportMissing(kind: KindName, report: ReportProblem, scope = this.#scopeText): void {
    const { name, referenceField } = recordKinds[kind];
    if (!this.#skippedKinds.has(kind)) report(referenceField, `names no ${name} of ${scope}`);
  }

  // Returns a record as it is stored. A record below a brain or an installation is found through it, so its organization need not be
  // stored.
  #toStored<Name extends ChildKindName>(kind: Name, record: Records[Name]): Records[Name] {
    const { parent } = recordKinds[kind];
    if (parent === "organizations") return record;
    const [id, parentId] = addressOf(kind, record);
    const original = this.#owners.find(parent, parentId)?.collection(kind, parentId)?.get(id);
    const { organizationId: _, ...stored }: Record<string, unknown> = fieldsOf(record);
    for (const [field, value] of Object.entries(stored))
      if (Array.isArray(value)) stored[field] = shareEqual(value, fieldsOf(original)[field]);
    return stored as Records[Name];
  }
}

// Returns a list of another organization if it's equal, because organizations that were created from one seed share the embeddings of
// their pages, which are most of a page. Otherwise returns a copy: a caller may pass an instance of a class, which isn't copied with the
// input, and change its list later.
function shareEqual(list: readonly unknown[], other: unknown): readonly unknown[] {
  const isEqual =
    Array.isArray(other) && other.length === list.length && list.every((item, i) => Object.is(item, other[i]));
  return isEqual ? other : list.slice();
}

// Returns the kind of the record that decides which organization gets a record: its organization if it names one, otherwise its parent.
function ownerKind(kind: ChildKindName, record: object): KindName {
  return fieldsOf(record)["organizationId"] === undefined ? recordKinds[kind].parent : "organizations";
}
