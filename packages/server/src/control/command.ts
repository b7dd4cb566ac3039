import { asTask, copyJson, cutText, endSentence, fieldsOf, isObject } from "@knowledge-base/internal";
import type { ObjectSchema, Schema } from "@knowledge-base/types";
import { parseSync } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import type { OrganizationStore } from "../organizations/organizations.ts";
import type { ServerStore } from "../organizations/server-store.ts";
import { choices } from "../state/choices.ts";
import { ControlError, Problems, reject } from "../state/control-error.ts";
import { anyKinds } from "../state/kinds.ts";
import { strictObjectSchema } from "../state/object-schema.ts";
import { type ChildKindName, type KindName, type Records, toText } from "../state/state.ts";
import { timestamp } from "../state/time.ts";
import type { ToolStore } from "../test-tools/tool-store.ts";

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
  /** Left out if the command takes no input. */
  readonly input?: ObjectSchema;
  /** Only the OpenAPI document uses it. */
  readonly output: Schema;
  /** Whether the output shares no object with the server, so that it needs no copy. */
  readonly isCopy?: true;
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

const noInput = inputSchema({});

/** Schema of an object with any fields. A record of zod would drop the field `__proto__`. */
export const fieldsSchema = z.custom<Readonly<Record<string, unknown>>>(isObject, "must be an object");

export interface Found<AnyRecord> {
  readonly record: AnyRecord;
  readonly organization: OrganizationStore;
}

/** The part of a server that a command can access: all of it, or one organization. */
export class Context {
  readonly server: ServerStore;
  /** The organization that the command is confined to. */
  readonly own: OrganizationStore | undefined;
  /** Clock, faults, journal and deliveries of the organization or of the server. */
  readonly tools: ToolStore;
  /** Aborts when the caller no longer waits for the output. */
  readonly signal: AbortSignal | undefined;

  constructor(server: ServerStore, scope?: OrganizationStore | string, signal?: AbortSignal) {
    this.server = server;
    this.signal = signal;
    this.own = typeof scope === "string" ? this.organization(scope) : scope;
    this.tools = this.own?.tools ?? server.tools;
  }

  /** By default, a confined command gets its own organization, and any other the organization of the server's key. */
  organization(id = this.own?.id ?? this.server.defaultOrganizationId): OrganizationStore {
    const found = this.own ? this.own.id === id && this.own : this.server.organizations.byId.get(id);
    return found || reject("not_found", `there is no organization ${id}`);
  }

  /** Looks in the command's own organization; a command of the whole server gets the first record that the address fits. */
  find<Name extends KindName>(kind: Name, address: object): Found<Records[Name]>;
  find(kind: KindName, address: object): Found<Records[KindName]> {
    const { argument, name } = anyKinds[kind];
    const id = String(fieldsOf(address)[argument]);
    if (kind === "organizations") {
      const organization = this.organization(id);
      return { organization, record: organization.record };
    }
    const { parent, parentId: parentField, missing = `there is no ${name} ${id}` } = anyKinds[kind];
    if (parent === "organizations") {
      for (const organization of this.own ? [this.own] : this.server.organizations.byId.values()) {
        const record = organization.collection(kind)?.get(id);
        if (record) return { record, organization };
      }
      return reject("not_found", missing);
    }
    const { organization } = this.find(parent, address);
    const parentId = String(fieldsOf(address)[parentField]);
    const record = organization.collection(kind, parentId)?.get(id);
    return record
      ? { record, organization }
      : reject("not_found", `${anyKinds[parent].name} ${parentId} has no ${name} ${id}`);
  }

  /** Finds the organization whose records an input creates or lists. */
  owner(kind: ChildKindName, input: object): OrganizationStore {
    const { parent } = anyKinds[kind];
    if (parent !== "organizations") return this.find(parent, input).organization;
    return this.organization(toText(fieldsOf(input)["organizationId"]));
  }
}

export function currentTimestamp({ clock }: ToolStore): string {
  return timestamp(clock.now());
}

/**
 * Validates an input, runs a command and returns a copy of its output, so that only commands can change the state of the server.
 *
 * @param scope - the organization that the command is confined to, or its id; left out, it can access the whole server
 * @param signal - aborts when the caller no longer waits
 * @throws {@link ControlError} if the call is rejected; a synchronous command has changed nothing then
 */
export function executeCommand(
  command: Command,
  input: unknown,
  server: ServerStore,
  scope?: OrganizationStore | string,
  signal?: AbortSignal,
): unknown {
  const run = () => command.run(parseInput(command, input) as never, new Context(server, scope, signal));
  if (command.asynchronous) {
    return new Promise((resolve) => resolve(run()))
      .then((output) => copyJson(output))
      .catch((error: unknown) => {
        throw explain(command, error);
      });
  }
  try {
    const output = server.organizations.transaction(run);
    return command.isCopy ? output : copyJson(output);
  } catch (error) {
    throw explain(command, error);
  }
}

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

function explain(command: Command, error: unknown): unknown {
  const { advice } = command;
  if (!(error instanceof ControlError) || error.message.startsWith("Failed to ")) return error;
  const hint = advice === undefined || error.code !== "invalid_input" ? "" : ` ${advice}.`;
  const { code, problems, problemCount } = error;
  const cause = cutText(error.message, choices.rejectionLength);
  const message = `Failed to ${asTask(command.summary)}: ${endSentence(cause)}${hint}`;
  return new ControlError(code, message, problems, problemCount);
}
