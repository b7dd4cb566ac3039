import type { ReferenceServer } from "@knowledge-base/server";
import { type ConnectedServer, connect, withControl } from "@knowledge-base/server/control";
import { type ReceivedResponse, read } from "./open-server.ts";

type Controls = Record<"clock" | "faults" | "journal" | "deliveries", object>;
type Method = (argument?: unknown) => unknown;

/** The method that a path names, such as `pages/edit`: of a server, of a connected one, or of an organization of either. */
export function methodAt(controls: Controls, path: string): Method {
  const [group = "", name = ""] = path.split("/");
  const groups = { ...Reflect.get(controls, "control"), ...controls } as Record<string, Record<string, Method>>;
  const method = groups[group]?.[name];
  if (!method) throw new Error(`There is no method ${path}`);
  return method;
}

/** Connects to the controls of a server in this process. */
export function connectTo(server: ReferenceServer): Promise<ConnectedServer> {
  return connect(server.baseUrl, { fetch: withControl(server) });
}

/** Posts a body of JSON to a path below `/_control/`, as another program would. */
export function post(server: ReferenceServer, path: string, body: string): Promise<ReceivedResponse> {
  const headers = { "content-type": "application/json" };
  return read(withControl(server)(`${server.baseUrl}/_control/${path}`, { method: "POST", headers, body }));
}
