import type { ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";

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
