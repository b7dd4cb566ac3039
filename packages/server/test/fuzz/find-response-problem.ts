import { contract, type ErrorBody, errorBodySchema, type OperationId } from "@knowledge-base/types";
import { isTimestamp, parseSync } from "@knowledge-base/types/internal";
import { buildState } from "../build-state.ts";
import type { AnyRequest } from "./any-request.ts";

/** The arguments of `fetch` for a request. */
export function argumentsOf({ method, target, headers, body }: AnyRequest): [url: string, init: RequestInit] {
  const url = target.startsWith("http:") ? target : `https://knowledge-base.test${target}`;
  return [url, { method, headers: headers.map(([name, value]): [string, string] => [name, value]), body }];
}

/** The `Request` of the arguments; undefined if the platform rejects them. */
export function requestOf(url: string, init: RequestInit): Request | undefined {
  try {
    return new Request(url, init);
  } catch {
    return undefined;
  }
}

/** A response, read completely. */
export interface ReceivedResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** Reads a response. */
export async function readResponse(response: Response): Promise<ReceivedResponse> {
  return { status: response.status, contentType: response.headers.get("content-type"), text: await response.text() };
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
  pattern: new RegExp(`^${operation.path.replace("{brainId}", "([^/]+)").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));
const pages = new Map([
  ["/_platform/oauth/authorize", ["GET", "HEAD", "POST"]],
  ["/_platform/oauth/done", ["GET", "HEAD"]],
]);

/** Operations that may change records. */
const changing: readonly OperationId[] = ["oauth.start", "bindings.update", "bindings.unbind", "pages.archive"];

/** Returns the problem of a response to any request; undefined if there is none. */
export function findResponseProblem(sent: SentRequest, response: ReceivedResponse): string | undefined {
  const { method, path, apiKey, bodyBytes } = sent;
  const { status, contentType, text } = response;
  if (method === "HEAD" && text !== "") return "the response to HEAD has a body";
  if (pages.get(path)?.includes(method)) {
    const isHtml = contentType === "text/html; charset=utf-8" && (text === "" || text.startsWith("<!doctype html>"));
    return isHtml && [200, 303, 400, 403, 404, 413, 415].includes(status) ? undefined : "it is no page";
  }
  if (method === "OPTIONS" && (pages.has(path) || routes.some(({ pattern }) => pattern.test(path))))
    return status === 200 && /^[A-Z, ]+$/.test(text) ? undefined : "the methods are missing";
  const route = routeOf(sent);
  const owner = apiKeys.find(({ key }) => key === apiKey)?.organizationId;
  // The limit is `choices.bodyLimitBytes`.
  const rejection = !route ? 404 : owner === undefined ? 401 : bodyBytes > 100 * 1024 ? 413 : undefined;
  const statuses = rejection === undefined ? [route?.operation.success.status, 400, 404] : [rejection];
  if (!statuses.includes(status)) return `the status is none of ${statuses.join(", ")}`;
  if (method === "HEAD") return undefined;
  if (status >= 300) {
    const isUnknown = read(response)?.message === `Cannot ${method} ${path}`;
    return isUnknown === !route ? findErrorBodyProblem(response, path) : "it has the message of another error";
  }
  const brainId = decodeURIComponent(route?.brainId ?? "");
  if (brains.find(({ id }) => id === brainId)?.organizationId !== owner) return "the brain is of another organization";
  const validation = route && parseSync(route.operation.success.schema, read(response));
  return validation?.ok ? undefined : `the body is not the documented one: ${JSON.stringify(validation?.issues)}`;
}

/** Returns the problem of an error body; undefined if there is none. Specification, section 7. */
export function findErrorBodyProblem(response: ReceivedResponse, path: string): string | undefined {
  if (response.contentType !== "application/json; charset=utf-8") return "the content type is not that of JSON";
  const body = read(response);
  if (!body || !parseSync(errorBodySchema, body).ok) return "the body is not the documented one";
  const isConsistent = [body.statusCode, body.body?.statusCode].every((statusCode) => statusCode === response.status);
  if (!isConsistent || body.path !== path || !isTimestamp(body.timestamp)) return "status, path or timestamp is wrong";
  const details = [body.body?.message].flat().join("; ");
  return body.message === "" || details !== body.message ? "the nested message differs" : undefined;
}

/** Checks whether a request may have changed records, according to its response. */
export function mayChange(sent: SentRequest, { status }: ReceivedResponse): boolean {
  const id = routeOf(sent)?.operation.id;
  // The consent page redirects after a decision.
  return status === 303 || (status < 300 && id !== undefined && changing.includes(id));
}

function routeOf({ method, path }: SentRequest) {
  for (const { operation, pattern } of routes) {
    const [, brainId] = pattern.exec(path) ?? [];
    if (brainId !== undefined && operation.method === (method === "HEAD" ? "GET" : method))
      return { operation, brainId };
  }
  return undefined;
}

/** Returns the JSON of a body; undefined if it is not JSON. */
function read({ text }: ReceivedResponse): Partial<ErrorBody> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
