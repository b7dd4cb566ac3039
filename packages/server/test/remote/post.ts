import type { ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";

/** What a program gets for a call. */
export interface Posted {
  readonly status: number;
  /** The parsed body; undefined where there is none. */
  readonly body: unknown;
}

/** Posts a body of JSON to a path below `/_control/`, as another program would. */
export async function post(server: ReferenceServer, path: string, body: string): Promise<Posted> {
  const headers = { "content-type": "application/json" };
  return read(await withControl(server)(`${server.baseUrl}/_control/${path}`, { method: "POST", headers, body }));
}

/** Reads an answer. */
export async function read(response: Response): Promise<Posted> {
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** The body of a call that a method makes with an argument. */
export function bodyOf(parameter: string | undefined, argument: unknown): string {
  return JSON.stringify(parameter === undefined ? (argument ?? {}) : { [parameter]: argument });
}
