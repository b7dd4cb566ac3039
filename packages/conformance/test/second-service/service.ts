import { createHmac, randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type Channel, contract, type OperationId } from "@knowledge-base/types";
import { changeRules, type RuleChange } from "./mutant.ts";
import {
  Failure,
  invalid,
  type OAuthState,
  type Reply,
  type Rules,
  type ServiceRequest,
  specifiedRules,
} from "./rules.ts";
import type * as schema from "./schema.ts";
import { Database } from "./schema.ts";

interface State {
  readonly rules: Rules;
  readonly database: Database;
  // The service's clock, which the admin API can advance.
  readonly clock: { offsetMs: number; now(): Date };
  readonly secret: string;
}

/** A service in this process. */
export interface SecondService extends State, Disposable {
  /** The base address of the six operations, without `/v1`. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * Creates an implementation of the contract that has nothing in common with the reference server. Its records are in a database of
 * its own, in memory. Everything that it decides is one of its rules.
 */
export function createSecondService(changes: readonly RuleChange[] = []): SecondService {
  const rules = changeRules(changes);
  const database = new Database(rules.slugIndex);
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
  const state = { rules, database, clock, secret: randomUUID() };
  return {
    ...state,
    baseUrl: `https://second-service.test${rules.basePath}`,
    fetch: async (url, init) => {
      // Without it, runs at the same time would keep the timers of others from firing.
      await setImmediate();
      return handle(state, new Request(url, init));
    },
    [Symbol.dispose]: () => database.close(),
  };
}

interface Call extends State {
  readonly request: ServiceRequest;
  readonly parameters: Readonly<Record<string, string>>;
  // Returns the brain of the path, or throws a failure if the key has no access to it.
  readonly findBrain: () => schema.BrainRecord;
}

const flagNames = ["notifyBriefs", "notifyConnections", "notifyChanges"];

const operations: { readonly [Id in OperationId]: (call: Call) => object } = {
  "bindings.update": ({ database, rules, request, parameters: { bindingId }, findBrain }) => {
    const input = new Map(Object.entries(rules.readObject(request.body, request.headers["content-type"] ?? "")));
    const flags = Object.fromEntries(flagNames.map((name) => [name, rules.readFlag(input.get(name), name)]));
    const unknownField = [...input.keys()].find((name) => !flagNames.includes(name));
    if (rules.refusesUnknownFields && unknownField !== undefined) throw invalid(unknownField, "is not a known field");
    const key = { bindingId, brainId: findBrain().id };
    const find = `SELECT * FROM binding_records WHERE ${rules.bindingCondition}`;
    const binding = database.first<schema.BindingRecord>(find, key);
    if (binding === undefined) throw new Failure(404, "Binding not found");
    rules.checkUpdate(binding);
    database.run(rules.updateBinding, { ...key, ...flags });
    return database.first<schema.BindingRecord>(find, key) ?? binding;
  },
  "bindings.unbind": ({ database, rules, parameters: { bindingId }, findBrain }) => {
    const disconnected = database.run(rules.unbind, { bindingId, brainId: findBrain().id }) > 0;
    if (!disconnected && rules.missingBindingFails) throw new Failure(404, "Binding not found");
    return { disconnected };
  },
  "pages.archive": ({ database, rules, clock, parameters: { slug }, findBrain }) => {
    const find = `SELECT * FROM page_records WHERE ${rules.pageCondition}`;
    const page = database.first<schema.PageRecord>(find, { brainId: findBrain().id, slug });
    if (page === undefined) throw new Failure(404, "Page not found");
    if (!page.archived && page.status !== "archived") database.run(rules.archive, { id: page.id, now: clock.now() });
    else if (rules.refusesSecondArchive) throw invalid("slug", "is the slug of an archived page");
    const archived = database.first<schema.PageRecord>("SELECT * FROM page_records WHERE id = :id", { id: page.id });
    const { organizationId: tenantId, statusBefore, ...shown } = archived ?? page;
    const sources = shown.sources.map((source) => ({ ...source, attachedAt: new Date(source.attachedAt) }));
    return { ...shown, tenantId, sources };
  },
  "channels.list": ({ database, rules, request, findBrain }) => {
    const installationId = rules.readInstallationId(request.query);
    const brain = findBrain();
    const find = "SELECT * FROM installations WHERE id = :installationId";
    const installation = database.first<schema.InstallationRecord>(find, { installationId });
    if (installation === undefined) throw new Failure(404, "Installation not found");
    if (!rules.mayUse(installation, brain))
      throw new Failure(rules.foreignInstallationStatus, "Installation not found");
    const { organizationId } = installation;
    const select = `SELECT id, name, isPrivate, isMember FROM channels WHERE ${rules.channelCondition}`;
    return database.all<Channel>(select, { installationId, organizationId });
  },
  "promptIndex.get": ({ database, rules, request, findBrain }) => {
    const { query } = request;
    const limit = rules.readLimit(query.getAll("limit").length > 1 ? "" : query.get("limit"));
    const select = rules.indexQuery.replace("$condition", rules.indexCondition).replace("$order", rules.indexOrder);
    const pages = rules.readPages(database, select, { brainId: findBrain().id, limit });
    return pages.map((page) => {
      const { slug, title, pageType, pinned, status } = page;
      return { slug, title, summary: rules.summarize(page.summary, page), pageType, pinned, status };
    });
  },
  "oauth.start": ({ rules, clock, secret, findBrain }) => {
    const { id: brainId } = findBrain();
    const expiresAt = new Date(clock.now().getTime() + rules.stateLifetimeMs);
    const state = signState({ brainId, expiresAt: expiresAt.getTime(), nonce: randomUUID() }, secret);
    return { authorizationUrl: rules.authorizationUrl(state), expiresAt };
  },
};

/** Returns a state as text: its content and a signature, both in base64url. */
export function signState(state: OAuthState, secret: string): string {
  const content = Buffer.from(JSON.stringify(state)).toString("base64url");
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}

async function handle(state: State, request: Request): Promise<Response> {
  const { pathname: path, searchParams: query } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  try {
    const received = { method: request.method, path, query, headers, body: await request.text() };
    return toResponse(state.rules, await respond(state, received));
  } catch (error) {
    return toResponse(specifiedRules, { status: 500, headers: {}, value: { message: String(error) } });
  }
}

async function respond(state: State, received: Omit<ServiceRequest, "operation">): Promise<Reply> {
  const { rules, clock } = state;
  const [operation, encoded = {}] = findRoute(rules, received) ?? [];
  const request: ServiceRequest = { ...received, operation };
  try {
    return await rules.reply(rules.intercept(request) ?? runOperation(state, request, encoded), request);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { status } = error;
    const message = rules.message(error);
    const body = rules.exceptionBody(error, message);
    const value = { statusCode: status, timestamp: clock.now(), path: rules.errorPath(request), message, body };
    return rules.reply({ status, headers: {}, value }, request);
  }
}

// Returns the operation that a request stands for, with its path parameters, which are still percent-encoded.
function findRoute({ basePath, versionPrefix }: Rules, { method, path }: Pick<ServiceRequest, "method" | "path">) {
  for (const [id, operation] of Object.entries(contract)) {
    const pattern = operation.path.replace("/v1", versionPrefix).replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^${operation.method} ${basePath}${pattern}$`).exec(`${method} ${path}`);
    if (match) return [id as OperationId, { ...match.groups }] as const;
  }
  return undefined;
}

function runOperation(state: State, request: ServiceRequest, encoded: Readonly<Record<string, string>>): Reply {
  const { rules, database } = state;
  const { operation } = request;
  if (operation === undefined) throw new Failure(404, `Cannot ${request.method} ${request.path}`);
  const caller = authenticate(state, request, operation);
  const decoded = Object.entries(encoded).map(([name, segment]) => [name, decode(rules, segment, name)]);
  const { brainId, ...parameters } = Object.fromEntries(decoded);
  const findBrain = () => {
    const brain = database.first<schema.BrainRecord>("SELECT * FROM brains WHERE id = :brainId", { brainId });
    if (brain === undefined) throw new Failure(404, "Brain not found");
    const mayAccess = caller === undefined || rules.mayAccess(caller, brain, operation);
    if (!mayAccess) throw new Failure(rules.foreignBrainStatus, "Brain not found");
    return brain;
  };
  if (rules.findsBrainBeforeInput) findBrain();
  const { status } = contract[operation].success;
  return { status, headers: {}, value: operations[operation]({ ...state, request, parameters, findBrain }) };
}

// Returns the owner of the key of a request, or throws a failure if the key isn't valid for the operation.
function authenticate({ database, rules }: State, request: ServiceRequest, operation: OperationId) {
  const key = rules.readKey(request);
  const caller = database.first<schema.KeyRecord>(`SELECT * FROM keys WHERE ${rules.keyCondition}`, { key });
  if (caller === undefined && rules.needsKey(operation, key))
    throw new Failure(401, key === undefined ? "The header x-api-key is missing" : "The API key is invalid");
  if (caller && !rules.mayCall(caller, operation)) throw new Failure(403, "Your role allows only reading");
  return caller;
}

function decode(rules: Rules, segment: string, name: string): string {
  try {
    return rules.decodeSegment(segment, name);
  } catch {
    throw invalid(name, "is not valid");
  }
}

function toResponse(rules: Rules, { status, headers: added, value }: Reply): Response {
  const headers = { "content-type": "application/json", ...added };
  if (value === undefined) return new Response(null, { status, headers });
  const isText = typeof value === "string" && !/json/i.test(headers["content-type"]);
  const text = isText ? value : rules.serialize(JSON.stringify(value, writeTimestamp));
  return new Response(rules.toBody(text), { status, headers });

  function writeTimestamp(this: Readonly<Record<string, unknown>>, name: string, item: unknown) {
    // JSON.stringify has already called the toJSON method of a date.
    const original = this[name];
    return original instanceof Date ? rules.timestamp(original) : item;
  }
}
