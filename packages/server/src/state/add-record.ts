import { type Fields, fieldsOf, isObject } from "@knowledge-base/internal";
import { parseSync } from "@knowledge-base/types/internal";
import { Problems, taken } from "../basics/control-error.ts";
import { choices } from "../basics/specification-choices.ts";
import { toText } from "../basics/values.ts";
import { addressOf } from "../organizations/collections.ts";
import type { OrganizationStore, Organizations } from "../organizations/organization-store.ts";
import { completeFields, describeForeign, hasDefault, kindsByParent, recordKinds } from "./record-kinds.ts";
import { recordSchemas } from "./schemas.ts";
import type { ChildKindName, KindName, RecordEntry, Records, ReportProblem } from "./state.ts";

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

type Path = readonly PropertyKey[];

/** A record that is valid by itself, and the organization that gets it, if there is one. */
type CompleteRecord<Name extends KindName = KindName> = RecordEntry<Name> & {
  readonly organization: OrganizationStore | undefined;
};

/** Adds records to the organizations of a server, each after its parent, and collects the problems of those that it can't add. */
export class RecordAdder {
  readonly problems = new Problems();
  readonly #organizations: Organizations;
  readonly #target: OrganizationStore | undefined;
  readonly #now: string;
  // Ends the message about a reference to a missing record.
  readonly #scopeText: string;
  // A reference to a missing record of such a kind may mean an invalid one, so it's no second problem.
  readonly #kindsWithInvalidRecords = new Set<KindName>();
  // The first organization of those to which a brain or an installation with an id was added.
  readonly #firstAdded = new Map<string, OrganizationStore>();
  // The first organization of the server that has it. Looking through all of them for each page would take too long.
  readonly #firstOfServer = new Map<string, OrganizationStore>();

  /**
   * @param target - the organization that gets all records; by default, each record goes to the organization that it names
   * @param now - time of the records that name none, as a timestamp
   */
  constructor(organizations: Organizations, target?: OrganizationStore, now: string = choices.defaultTimestamp) {
    this.#organizations = organizations;
    this.#target = target;
    this.#now = now;
    this.#scopeText = organizations.byId.size === 0 ? "this state" : "this state or the server";
  }

  /** Notes that a record of a kind isn't added: it has a problem, or it may be in a part of the state that can't be read. */
  skip(kind: KindName): undefined {
    this.#kindsWithInvalidRecords.add(kind);
    return undefined;
  }

  /** Completes a record with its defaults. Returns undefined if it isn't valid by itself. */
  complete(kind: KindName, given: unknown, path: Path): CompleteRecord | undefined {
    const organization = kind === "organizations" ? undefined : this.#findOrganization(kind, fieldsOf(given));
    const completed = isObject(given) ? completeFields(kind, given, { now: this.#now, organization }) : given;
    const validation = parseSync(recordSchemas[kind], completed);
    if (validation.ok) return { kind, record: validation.value, organization } as CompleteRecord;
    // Invalid fields make invalid defaults, so that a problem of a default counts only by itself.
    const isDefault = (field: PropertyKey = "") =>
      hasDefault(kind, field) && fieldsOf(given)[String(field)] === undefined;
    const issuesOfGivenFields = validation.issues.filter(({ path: [field] }) => !isDefault(field));
    for (const issue of issuesOfGivenFields.length > 0 ? issuesOfGivenFields : validation.issues) {
      this.problems.add([...path, ...issue.path], issue.message);
    }
    return this.skip(kind);
  }

  /** Adds a complete record. Returns it as it is stored, or undefined if it doesn't fit the other records. */
  add({ kind, record, organization }: CompleteRecord<ChildKindName>, path: Path): object | undefined {
    const report: ReportProblem = (field, problem) => this.problems.add([...path, field], problem);
    const [, parentId] = addressOf(kind, record);
    if (!organization?.collection(kind, parentId)) {
      this.#reportMissingParent(kind, record, organization, report);
      return this.skip(kind);
    }
    const before = this.problems.count;
    const owner = kind === "apiKeys" && this.#organizations.byKey.get(record.key);
    if (owner && owner !== organization) report("key", this.#target ? keyOfAnother : taken);
    organization.reportTaken(kind, record, report);
    this.#checkReference(kind, record, organization, report);
    recordKinds[kind].check?.(record, report, { now: this.#now, organization });
    return this.problems.count > before ? this.skip(kind) : this.#put(kind, record, organization);
  }

  // A record below a brain or an installation may leave out its organization. It belongs to the first one with its parent, and what the
  // state adds comes before what the server has.
  #findOrganization(kind: ChildKindName, record: object): OrganizationStore | undefined {
    if (this.#target) return this.#target;
    const { parent, parentField } = recordKinds[kind];
    const { organizationId, [parentField]: parentId } = fieldsOf(record);
    if (organizationId !== undefined) return this.#organizations.byId.get(toText(organizationId) ?? "");
    const id = toText(parentId) ?? "";
    return this.#firstAdded.get(`${parent} ${id}`) ?? this.#findFirst(parent, id);
  }

  #findFirst(kind: KindName, id: string): OrganizationStore | undefined {
    const key = `${kind} ${id}`;
    const first = this.#firstOfServer.get(key) ?? this.#organizations.findWith(kind, id);
    if (first) this.#firstOfServer.set(key, first);
    return first;
  }

  #firstOf(left: OrganizationStore, right: OrganizationStore): OrganizationStore {
    for (const organization of this.#organizations.byId.values()) {
      if (organization === left || organization === right) return organization;
    }
    return left;
  }

  #reportMissingParent(
    kind: ChildKindName,
    record: object,
    organization: OrganizationStore | undefined,
    report: ReportProblem,
  ): void {
    const { parent, parentField } = recordKinds[kind];
    if (organization) this.#reportMissing(parent, parentField, report, "its organization");
    else if (fieldsOf(record)["organizationId"] === undefined) this.#reportMissing(parent, parentField, report);
    else this.#reportMissing("organizations", "organizationId", report);
  }

  #checkReference(kind: ChildKindName, record: object, organization: OrganizationStore, report: ReportProblem): void {
    const missing = organization.findMissingReference(kind, record);
    if (!missing) return;
    // A state of one organization must not reveal what others have.
    const isForeign = !this.#target && this.#findFirst(missing.kind, missing.id);
    if (isForeign) report(missing.field, describeForeign(missing.kind));
    else this.#reportMissing(missing.kind, missing.field, report);
  }

  #reportMissing(kind: KindName, field: string, report: ReportProblem, scope = this.#scopeText): void {
    if (!this.#kindsWithInvalidRecords.has(kind)) report(field, `names no ${recordKinds[kind].name} of ${scope}`);
  }

  #put<Name extends ChildKindName>(kind: Name, record: Records[Name], organization: OrganizationStore): object {
    const [id, parentId] = addressOf(kind, record);
    const { parent } = recordKinds[kind];
    if (kindsByParent.has(kind)) {
      const key = `${kind} ${id}`;
      const known = this.#firstAdded.get(key);
      this.#firstAdded.set(key, known ? this.#firstOf(known, organization) : organization);
    }
    const shared =
      recordKinds[kind].reuseEqualParts?.(
        record,
        this.#findFirst(parent, parentId)?.collection(kind, parentId)?.get(id),
      ) ?? record;
    // A record below a brain or an installation is found through it, so its organization need not be stored.
    const { organizationId: _, ...below } = fieldsOf(shared);
    const stored = (parent === "organizations" ? shared : below) as Records[Name];
    organization.put(kind, stored);
    return stored;
  }
}
