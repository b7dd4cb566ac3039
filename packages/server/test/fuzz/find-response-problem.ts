import {
  contract,
  type ErrorBody,
  errorBodySchema,
  isTimestamp,
  type OperationId,
  validate,
} from "@knowledge-base/types";
import { buildState } from "../build-state.ts";

/** A response, read completely. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** The request, as the server must have parsed it. */
export interface Asked {
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
const changing: readonly OperationId[] = ["bindings.update", "bindings.unbind", "pages.archive"];

/** Returns the problem of a response to any request; undefined if there is none. */
export function judgeAnswer(asked: Asked, answer: Answer): string | undefined {
  const { method, path, apiKey, bodyBytes } = asked;
  if (pages.has(path) && ["GET", "HEAD", "POST"].includes(method) && isPage(answer)) return undefined;
  const route = routeOf(asked);
  const owner = apiKeys.find(({ key }) => key === apiKey)?.organizationId;
  // The limit is `choices.bodyLimitBytes`.
  const isTooLarge = route !== undefined && owner !== undefined && bodyBytes > 100 * 1024;
  if (isTooLarge !== (answer.status === 413)) return "413 is for bodies that are too large";
  if (answer.status < 300) {
    if (!route) return "a path that is none was answered with success";
    if (answer.status !== route.operation.success.status) return "the status is none of this operation";
    if (owner === undefined) return "there was no valid key";
    const brainId = decodeURIComponent(route.brainId);
    if (brains.find(({ id }) => id === brainId)?.organizationId !== owner) return "the brain belongs to somebody else";
    const validation = validate(route.operation.success.schema, read(answer));
    return validation.ok ? undefined : `the body is not the documented one: ${JSON.stringify(validation.issues)}`;
  }
  if (!route !== (answer.status === 404 && messageOf(answer) === `Cannot ${method} ${path}`)) {
    return "what is no operation has a 404 of its own";
  }
  if (route && (owner === undefined) !== (answer.status === 401)) return "401 is for those who have no valid key";
  if (![400, 401, 404, 413].includes(answer.status)) return "the status is not documented";
  return judgeErrorBody(answer, path);
}

/** Returns the problem of an error body; undefined if there is none. Specification, section 7. */
export function judgeErrorBody(answer: Answer, path: string): string | undefined {
  if (answer.contentType !== "application/json; charset=utf-8") return "the content type is not that of JSON";
  const body = read(answer) as ErrorBody;
  if (!validate(errorBodySchema, body).ok) return "the body is not the documented one";
  if (body.statusCode !== answer.status || body.body?.statusCode !== answer.status)
    return "the body has another status";
  if (body.path !== path) return `the path of the body is not ${path}`;
  if (!isTimestamp(body.timestamp)) return "the timestamp is none";
  const details = Array.isArray(body.body.message) ? body.body.message.join("; ") : body.body.message;
  if (body.message === "" || details !== body.message) return "the message of the body says something else";
  return undefined;
}

/** Checks whether a request may have changed records, according to its response. */
export function mayChange(asked: Asked, { status }: Answer): boolean {
  const id = routeOf(asked)?.operation.id;
  return status < 300 && id !== undefined && changing.includes(id);
}

function routeOf({ method, path }: Asked) {
  for (const { operation, pattern } of routes) {
    const [, brainId = ""] = pattern.exec(path) ?? [];
    if (operation.method === method && brainId !== "") return { operation, brainId };
  }
  return undefined;
}

function isPage({ status, contentType, text }: Answer): boolean {
  const isHtml = contentType === "text/html; charset=utf-8" && (text === "" || text.startsWith("<!doctype html>"));
  return isHtml && [200, 303, 400, 403, 404, 413, 415].includes(status);
}

function messageOf(answer: Answer): unknown {
  return (read(answer) as Partial<ErrorBody> | undefined)?.message;
}

/** Returns the JSON of a body; undefined if it is not JSON. */
function read({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
