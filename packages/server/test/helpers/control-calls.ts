import type { ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import type { TestTools } from "../../src/control/groups.ts";

type Method = (argument?: unknown) => unknown;

/** The method that a path names, such as `pages/edit`: of a server, of a connected one, or of an organization of either. */
export function methodAt(controls: { readonly [Name in keyof TestTools]: object }, path: string): Method {
  const [group = "", name = ""] = path.split("/");
  const groups = { ...Reflect.get(controls, "control"), ...controls } as Record<string, Record<string, Method>>;
  const method = groups[group]?.[name];
  if (!method) throw new Error(`There is no method ${path}`);
  return method;
}

/** The value that a call returned, or the visible properties of the error that it threw. */
export type CallResult = { readonly value: unknown } | { readonly thrown: object };

/** Returns the result of a call. */
export async function captureResult(call: () => unknown): Promise<CallResult> {
  try {
    return { value: await call() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { thrown: Object.assign({ class: error.constructor, message: error.message }, error) };
  }
}

/** What the controls show of a server: its records, and the tools of the server and of an organization. */
export function visibleState(server: ReferenceServer): unknown {
  const tools = [server, server.organization("org_north")].map(({ clock, faults, journal, deliveries }) => {
    return [clock.status(), faults.list(), journal.entries(), deliveries.list()];
  });
  return [server.snapshot(), ...tools];
}

/** A response with a parsed body. */
export interface ParsedResponse {
  readonly status: number;
  /** The parsed body; undefined if there is none. */
  readonly body: unknown;
}

/** Posts a body of JSON to a path below `/_control/`, as another program would. */
export async function post(server: ReferenceServer, path: string, body: string): Promise<ParsedResponse> {
  const headers = { "content-type": "application/json" };
  return read(await withControl(server)(`${server.baseUrl}/_control/${path}`, { method: "POST", headers, body }));
}

/** Reads a response. */
export async function read(response: Response): Promise<ParsedResponse> {
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** Returns the body that corresponds to the argument of a method. */
export function bodyOf(parameter: string | undefined, argument: unknown): string {
  return JSON.stringify(parameter === undefined ? (argument ?? {}) : { [parameter]: argument });
}
