import type { ObjectSchema } from "@knowledge-base/types";
import { parseSync } from "@knowledge-base/types/internal";
import { addTask, Problems } from "../basics/control-error.ts";
import { strictObjectSchema } from "../basics/object-schema.ts";
import { copyPlain } from "../basics/values.ts";
import type { KindName, Records } from "../state/state.ts";
import type { Changes } from "../store/changes.ts";
import { type OrganizationStore, rejectMissing } from "../store/organization-store.ts";
import { identifyingParent, idIn } from "../store/record-kinds.ts";
import type { ServerStore } from "../store/server-store.ts";
import type { ToolStore } from "../test-tools/tool-store.ts";

/** An action of the controls, called in the same process or over HTTP. */
export interface Action<Input = never, Output = unknown> {
  /** Summary in the imperative, such as `Edit a page`. */
  readonly summary: string;
  /** Name of the argument, if the method takes a plain value instead of an object. */
  readonly parameter?: string;
  /** Whether it's an {@link AsyncAction}. */
  readonly isAsync?: true;
  /** Left out if the action takes no input. */
  readonly input?: ObjectSchema;
  /** Whether the output shares no object with the server: copying a large one again takes long. */
  readonly returnsCopy?: true;
  /** Whether it deletes or replaces what only new calls can bring back: pages for people ask before they call it. */
  readonly isDestructive?: true;
  /** The field of the input that is the body over HTTP, so that the query has the other fields. By default, the body is the input. */
  readonly bodyField?: string;
  /** Writes the output as the body over HTTP, instead of `JSON.stringify`. */
  readonly serialize?: (output: never) => string;
  run(input: Input, context: ActionContext): Output | Promise<Output>;
}

/** An action whose method returns a promise. It changes records with {@link ActionContext.changes}, because a transaction can't wait. */
export type AsyncAction<Input, Output> = Action<Input, Output> & { readonly isAsync: true };

/** The actions of a group: one for each of its methods, with the same output. */
export type Actions<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends (...input: never[]) => infer Output
    ? [Output] extends [Promise<infer Resolved>]
      ? AsyncAction<never, Resolved>
      : Action<never, Output>
    : never;
};

/** Calls an action, in the same process or over HTTP, where it returns a promise. The organization is its scope, by default the server. */
export type CallAction<Output = unknown> = (action: Action, input: unknown, organizationId?: string) => Output;

/**
 * The same methods, called over HTTP: each returns a promise. `Remote<PagesControl>` has the methods of {@link PagesControl}.
 *
 * @example
 * ```ts
 * import type { PagesControl } from "@knowledge-base/server";
 * import type { Remote } from "@knowledge-base/server/control";
 *
 * async function markAllStale(pages: Remote<PagesControl>, brainId: string) {
 *   for (const { slug } of await pages.list({ brainId })) await pages.mark({ brainId, slug, status: "stale" });
 * }
 * ```
 */
export type Remote<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...input: infer Input) => infer Output
    ? (...input: Input) => Promise<Awaited<Output>>
    : Remote<Api[Name]>;
};

const noInput = strictObjectSchema({});

interface Found<AnyRecord> {
  readonly record: AnyRecord;
  readonly organization: OrganizationStore;
}

/** Who calls an action. */
export interface ActionCaller {
  /** The changes of the call, or of the request whose handler calls the action. */
  readonly changes: Changes;
  /**
   * Finds the organization that is the scope of the action; without it, the scope is the whole server. A method of an organization finds
   * it by its id each time, because a restore replaces it. A handler of a request keeps the one that the request has found.
   */
  readonly findScope?: (() => OrganizationStore) | undefined;
  /** Aborts when the caller no longer waits for the output. */
  readonly signal?: AbortSignal | undefined;
}

/** The part of a server that an action can access: all of it, or one organization. */
export class ActionContext {
  readonly store: ServerStore;
  /** Changes records. A synchronous action changes them directly, because it runs in a transaction. */
  readonly changes: Changes;
  /** Clock, faults, journal and deliveries of the organization or of the server. */
  readonly tools: ToolStore;
  /** Aborts when the caller no longer waits for the output. */
  readonly signal: AbortSignal | undefined;
  readonly #findScope: ActionCaller["findScope"];

  constructor(store: ServerStore, { changes, findScope, signal }: ActionCaller) {
    this.store = store;
    this.changes = changes;
    this.signal = signal;
    this.#findScope = findScope;
    this.tools = this.scope?.tools ?? store.tools;
  }

  /** The organization that the action is limited to, if any. It's found each time: a restore may replace it while an action waits. */
  get scope(): OrganizationStore | undefined {
    return this.#findScope?.();
  }

  /** By default, an action gets the organization of its scope: on the whole server, the one of the server's key. */
  organization(id = this.scope?.id ?? this.store.defaultOrganizationId): OrganizationStore {
    const { scope } = this;
    if (!scope) return this.store.organizations.get(id);
    return scope.id === id ? scope : rejectMissing("organizations", { organizationId: id });
  }

  /**
   * Finds the record of a kind that an input names by its ids. On the whole server, the first organization that has the record
   * decides.
   *
   * @throws {@link ControlError} `not_found`
   */
  find<Name extends KindName>(kind: Name, input: object): Found<Records[Name]>;
  find(kind: KindName, input: object): Found<Records[KindName]> {
    if (kind === "organizations") {
      const organization = this.organization(idIn(input, kind) || undefined);
      return { organization, record: organization.record };
    }
    const id = idIn(input, kind);
    const parent = identifyingParent(kind);
    const organization = parent
      ? this.find(parent, input).organization
      : (this.scope ?? this.store.organizations.findWith(kind, id));
    const record = organization?.collection(kind, parent && idIn(input, parent))?.get(id);
    return organization && record ? { record, organization } : rejectMissing(kind, input);
  }
}

/**
 * Validates an input, runs an action and returns a copy of its output, so that only actions can change the state of the server.
 *
 * @throws {@link ControlError} if the call is rejected; a synchronous action has changed nothing then
 * @throws Error if the action is synchronous, and the option `onChange` has failed by then
 */
export function executeAction(action: Action, input: unknown, store: ServerStore, caller: ActionCaller): unknown {
  if (action.isAsync) return executeAsync(action, input, store, caller);
  try {
    const parsed = parseInput(action, input);
    const context = new ActionContext(store, caller);
    const output = caller.changes.makeAndReport(() => action.run(parsed as never, context));
    return action.returnsCopy ? output : copyPlain(output);
  } catch (error) {
    throw addTask(error, action.summary);
  }
}

async function executeAsync(action: Action, input: unknown, store: ServerStore, caller: ActionCaller) {
  try {
    const parsed = parseInput(action, input);
    return copyPlain(await action.run(parsed as never, new ActionContext(store, caller)));
  } catch (error) {
    throw addTask(error, action.summary);
  }
}

// Getters of the input run here, once, before anything is looked up or changed. They may call other controls.
function parseInput({ input: schema = noInput }: Action, input: unknown): unknown {
  const validation = parseSync(schema, copyPlain(input));
  if (validation.ok) return validation.value;
  const problems = new Problems();
  const paths = new Set<string>();
  for (const { path, message } of validation.issues) {
    // A value of the wrong type may also break the other rules of its field: the first problem explains them all.
    if (paths.has(path.join())) continue;
    paths.add(path.join());
    problems.add(path, message);
  }
  return problems.reject();
}
