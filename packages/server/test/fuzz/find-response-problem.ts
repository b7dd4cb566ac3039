import { contract, type ErrorBody, errorBodySchema, type OperationId } from "@knowledge-base/types";
import { isTimestamp, parseSync } from "@knowledge-base/types/internal";
import { buildState } from "../build-state.ts";

/** A response, read completely. */
export interface ReceivedResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** The request, as the server must have parsed it. */
export interface SentRequest {
  readonly method: string;
  /** Path without its query. */
  readonly path: string;
  readonly apiKey: string | null;
  readonly bodyBytes: number;
}

const { apiKeys, brains } = buildState();
const routes = Object.values(contract).map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`),
}));
const pages = new Set(["/_platform/oauth/authorize", "/_platform/oauth/done"]);

/** Operations that may change records. */
const changing: readonly OperationId[] = ["oauth.start", "bindings.update", "bindings.unbind", "pages.archive"];

/** Returns the problem of a response to any request; undefined if there is none. */
export function findResponseProblem(sent: SentRequest, response: ReceivedResponse): string | undefined {
  const { method, path, apiKey, bodyBytes } = sent;
  if (method === "OPTIONS") return findOptionsProblem(sent, response);
  if (method === "HEAD") return findHeadProblem(sent, response);
  if (pages.has(path) && ["GET", "HEAD", "POST"].includes(method) && isPage(response)) return undefined;
  const route = routeOf(sent);
  const owner = apiKeys.find(({ key }) => key === apiKey)?.organizationId;
  // The limit is `choices.bodyLimitBytes`.
  const isTooLarge = route !== undefined && owner !== undefined && bodyBytes > 100 * 1024;
  if (isTooLarge !== (response.status === 413)) return "413 is for bodies that are too large";
  if (response.status < 300) {
    if (!route) return "the response to an unknown path is a success";
    if (response.status !== route.operation.success.status) return "the operation has another status";
    if (owner === undefined) return "there was no valid key";
    const brainId = decodeURIComponent(route.brainId);
    if (brains.find(({ id }) => id === brainId)?.organizationId !== owner)
      return "the brain belongs to another organization";
    const validation = parseSync(route.operation.success.schema, read(response));
    return validation.ok ? undefined : `the body is not the documented one: ${JSON.stringify(validation.issues)}`;
  }
  if (!route !== (response.status === 404 && messageOf(response) === `Cannot ${method} ${path}`)) {
    return "an unknown operation must have the 404 of unknown routes";
  }
  if (route && (owner === undefined) !== (response.status === 401)) return "401 is for requests without a valid key";
  if (![400, 401, 404, 413].includes(response.status)) return "the status is not documented";
  return findErrorBodyProblem(response, path);
}

function findOptionsProblem({ method, path }: SentRequest, response: ReceivedResponse) {
  const isKnown = pages.has(path) || routes.some(({ pattern }) => matchesPath(pattern, path));
  if (isKnown)
    return response.status === 200 && /^[A-Z, ]+$/.test(response.text) ? undefined : "the methods are missing";
  const isUnknown = response.status === 404 && messageOf(response) === `Cannot ${method} ${path}`;
  return isUnknown ? findErrorBodyProblem(response, path) : "an unknown path must have a 404";
}

function findHeadProblem({ method, path, ...sent }: SentRequest, response: ReceivedResponse): string | undefined {
  if (response.text !== "") return "the response to HEAD has a body";
  const isKnown = pages.has(path) || routeOf({ ...sent, path, method: "GET" }) !== undefined;
  if (!isKnown) return response.status === 404 ? undefined : "an unknown path must have a 404";
  return [200, 400, 401, 404].includes(response.status) ? undefined : "the status is not documented";
}

function matchesPath(pattern: RegExp, path: string): boolean {
  const [, brainId = ""] = pattern.exec(path) ?? [];
  return brainId !== "";
}

/** Returns the problem of an error body; undefined if there is none. Specification, section 7. */
export function findErrorBodyProblem(response: ReceivedResponse, path: string): string | undefined {
  if (response.contentType !== "application/json; charset=utf-8") return "the content type is not that of JSON";
  const body = read(response) as ErrorBody;
  if (!parseSync(errorBodySchema, body).ok) return "the body is not the documented one";
  if (body.statusCode !== response.status || body.body?.statusCode !== response.status)
    return "the body has another status";
  if (body.path !== path) return `the path of the body is not ${path}`;
  if (!isTimestamp(body.timestamp)) return "the timestamp is invalid";
  const details = Array.isArray(body.body.message) ? body.body.message.join("; ") : body.body.message;
  if (body.message === "" || details !== body.message) return "the nested message differs";
  return undefined;
}

/** Checks whether a request may have changed records, according to its response. */
export function mayChange(sent: SentRequest, { status }: ReceivedResponse): boolean {
  const id = routeOf(sent)?.operation.id;
  // The consent page redirects after a decision.
  return status === 303 || (status < 300 && id !== undefined && changing.includes(id));
}

function routeOf({ method, path }: SentRequest) {
  for (const { operation, pattern } of routes) {
    const [, brainId = ""] = pattern.exec(path) ?? [];
    if (operation.method === method && brainId !== "") return { operation, brainId };
  }
  return undefined;
}

function isPage({ status, contentType, text }: ReceivedResponse): boolean {
  const isHtml = contentType === "text/html; charset=utf-8" && (text === "" || text.startsWith("<!doctype html>"));
  return isHtml && [200, 303, 400, 403, 404, 413, 415].includes(status);
}

function messageOf(response: ReceivedResponse): unknown {
  return (read(response) as Partial<ErrorBody> | undefined)?.message;
}

/** Returns the JSON of a body; undefined if it is not JSON. */
function read({ text }: ReceivedResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
