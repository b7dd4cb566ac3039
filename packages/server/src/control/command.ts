import { isObject } from "@knowledge-base/internal";
import { type ObjectSchema, parseSync, type Schema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import type { OrganizationState, ServerState } from "../organizations/server-state.ts";
import { ControlError, Problems, redactError, reject } from "../state/errors.ts";
import { anyKinds } from "../state/kinds.ts";
import { strictObjectSchema } from "../state/object-schema.ts";
import type { CollectedKind, KindName, Records } from "../state/state.ts";
import { timestamp } from "../state/time.ts";
import type { TestToolsState } from "../test-tools/test-tools-state.ts";

/** A command of the controls, called in the same process or over HTTP. */
export interface Command<Input = never, Output = unknown> {
  /** Summary in the imperative, such as `Edit a page`. */
  readonly summary: string;
  /** Advice for callers with an invalid input, such as `Pass an entry of journal.entries()`. */
  readonly advice?: string;
  /** Name of the argument, if the method takes a plain value instead of an object. */
  readonly parameter?: string;
  /** Whether the method returns a promise. */
  readonly asynchronous?: true;
  /** Whether `run` changes nothing, and returns a copy that its caller may change. The outputs of all others are copied. */
  readonly isRead?: true;
  /** Schema of the input; omitted if there is none. */
  readonly input?: ObjectSchema;
  /** Schema of the output, for the OpenAPI document. */
  readonly output: Schema;
  run(input: Input, context: Context): Output | Promise<Output>;
}

/** The commands of a group: one for each of its methods, with the same output. */
export type Commands<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends (...input: never[]) => infer Output
    ? Command<never, Awaited<Output>>
    : never;
};

/** Builds the schema of a command's input. A field that the shape does not list is an error. */
export function inputSchema(shape: Readonly<Record<string, Schema>>): ObjectSchema {
  return strictObjectSchema<Record<string, unknown>>(shape as never) as unknown as ObjectSchema;
}

/** Schema of the input of a command that takes none. */
const noInput = inputSchema({});

/** Schema of an object with any fields. A record of zod would drop the field `__proto__`. */
export const fieldsSchema = z.custom<Readonly<Record<string, unknown>>>(isObject, "must be an object");

/** A record and the organization that owns it. */
export interface Found<AnyRecord> {
  readonly record: AnyRecord;
  readonly organization: OrganizationState;
}

/** The fields of an input that identify a record. */
export type Address = object;

/** The part of a server that a command can access: all of it, or one organization. */
export class Context {
  readonly serverState: ServerState;
  /** The organization that the command is confined to. */
  readonly own: OrganizationState | undefined;
  /** Aborts when the caller no longer waits for the output. */
  readonly signal: AbortSignal | undefined;

  constructor(serverState: ServerState, organizationId?: string, signal?: AbortSignal) {
    this.serverState = serverState;
    this.signal = signal;
    this.own = organizationId === undefined ? undefined : requireOrganization(serverState, organizationId);
  }

  /** Clock, faults, journal and deliveries of the organization or of the server. */
  get testTools(): TestToolsState {
    return this.own ?? this.serverState.testTools;
  }

  /** Returns an organization: by default that of the context, or that of the server's own key. */
  organization(id = this.own?.store.id ?? this.serverState.defaultOrganizationId): OrganizationState {
    if (!this.canAccess(id)) reject("not_found", `there is no organization ${id}`);
    return requireOrganization(this.serverState, id);
  }

  canAccess(organizationId: string): boolean {
    return this.own === undefined || this.own.store.id === organizationId;
  }

  /** Finds the record that an input names. */
  find<Name extends KindName>(kind: Name, address: Address): Found<Records[Name]> {
    const found = this.#find(kind, address);
    return found as Found<Records[Name]>;
  }

  /** Returns the organization of the parent of the records that an input is about. */
  owner(kind: CollectedKind, address: Address): OrganizationState {
    const { parent } = anyKinds[kind];
    if (parent !== "organizations") return this.find(parent, address).organization;
    return this.organization((address as { readonly organizationId?: string }).organizationId);
  }

  #find(kind: KindName, address: Address): Found<Records[KindName]> {
    const id: string = Reflect.get(address, anyKinds[kind].argument);
    switch (kind) {
      case "organizations": {
        const organization = this.organization(id);
        return { organization, record: organization.store.organization };
      }
      case "apiKeys": {
        const record = this.serverState.store.apiKeys.get(id);
        if (!record || !this.canAccess(record.organizationId)) return reject("not_found", "there is no such key");
        return { record, organization: this.organization(record.organizationId) };
      }
      case "brains":
      case "installations": {
        const organization = this.#findOwner(kind, id);
        const record = organization.store.get(kind, id);
        return record ? { record, organization } : rejectMissing(kind, id);
      }
      default: {
        const { parent, parentId: parentField, name } = anyKinds[kind];
        const { organization } = this.find(parent, address);
        const parentId: string = Reflect.get(address, parentField);
        const record = organization.store.get(kind, parentId, id);
        const owner = `${anyKinds[parent].name} ${parentId}`;
        return record ? { record, organization } : reject("not_found", `${owner} has no ${name} ${id}`);
      }
    }
  }

  /** Returns the organization of the context, or the first one that has a record with an id. */
  #findOwner(kind: "brains" | "installations", id: string): OrganizationState {
    if (this.own) return this.own;
    const owner = this.serverState.store.findOwner(kind, id);
    return owner ? this.organization(owner.id) : rejectMissing(kind, id);
  }
}

function requireOrganization(serverState: ServerState, id: string): OrganizationState {
  return serverState.organization(id) ?? reject("not_found", `there is no organization ${id}`);
}

function rejectMissing(kind: KindName, id: string): never {
  return reject("not_found", `there is no ${anyKinds[kind].name} ${id}`);
}

/** Returns an id for a new record that no other one has. */
export function generateId(
  kind: CollectedKind,
  { store, ids }: OrganizationState,
  field = anyKinds[kind].id,
  parentId?: string,
): string {
  return ids.unique(anyKinds[kind].name, (id) => store.isTaken(kind, field, id, parentId));
}

/** Returns the time of an organization or a server as a timestamp. */
export function currentTimestamp({ clock }: TestToolsState): string {
  return timestamp(clock.now());
}

/**
 * Validates an input, runs a command and returns a copy of its output, so that only commands can change the state of the server.
 *
 * @param organizationId - organization that the command is confined to; left out, it can access the whole server
 * @param signal - aborts when the caller no longer waits
 * @throws {@link ControlError} if the call is rejected; nothing is changed then
 */
export function executeCommand(
  command: Command,
  input: unknown,
  serverState: ServerState,
  organizationId?: string,
  signal?: AbortSignal,
): unknown {
  const run = () => command.run(parseInput(command, input) as never, new Context(serverState, organizationId, signal));
  if (command.asynchronous) {
    return new Promise((resolve) => resolve(run()))
      .then((output) => structuredClone(output))
      .catch((error: unknown) => {
        throw explain(command, error, serverState);
      });
  }
  try {
    return command.isRead ? run() : structuredClone(serverState.store.transaction(run));
  } catch (error) {
    throw explain(command, error, serverState);
  }
}

/** @throws {@link ControlError} `invalid_input` */
function parseInput({ input: schema = noInput }: Command, input: unknown): unknown {
  const validation = parseSync(schema, input);
  if (validation.ok) return validation.value;
  const problems = new Problems();
  problems.omit(validation.omitted);
  const paths = new Set<string>();
  for (const { path, message } of validation.issues) {
    // A value of the wrong type may also break the other rules of its field: the first problem explains them all.
    if (paths.has(path.join())) continue;
    paths.add(path.join());
    problems.add(path, message);
  }
  return problems.reject();
}

/** Returns the error that the caller of a command gets. A message may quote an API key that was given as an id. */
function explain({ summary, advice }: Command, error: unknown, { store }: ServerState): unknown {
  if (!(error instanceof ControlError) || error.message.startsWith("Failed to ")) return error;
  const goal = summary.charAt(0).toLowerCase() + summary.slice(1);
  const hint = advice === undefined || error.code !== "invalid_input" ? "" : ` ${advice}.`;
  return redactError(
    error,
    store.apiKeys,
    (cause) => `Failed to ${goal}: ${cause}${cause.endsWith("?") ? "" : "."}${hint}`,
  );
}
