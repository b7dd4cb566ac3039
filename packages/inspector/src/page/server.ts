import { requestControl } from "@knowledge-base/internal/control-request";
import type { ReferenceServer } from "@knowledge-base/server";
import type { ServerUpdates } from "../../../server/src/control/server-actions.ts";
import type { ControlDocument } from "./control-document.ts";
import { toError, UnreachableError } from "./control-errors.ts";
import { getState, update } from "./store.ts";

/** Base URL of the server that serves this page. */
export const baseUrl = new URL("../", location.href).href.replace(/\/$/, "");

type Groups = ReferenceServer["control"] & Pick<ReferenceServer, "clock" | "faults" | "journal" | "deliveries">;

/** The path of a control below `/_control/`, such as `pages/edit`. */
export type ControlPath = { [Group in keyof Groups]: `${Group}/${keyof Groups[Group] & string}` }[keyof Groups];

// The path of a control of the whole server. The last one is only for this page.
type ServerPath = `server/${keyof Pick<ReferenceServer, "snapshot" | "restore" | "reset"> | "changes"}`;

/** The path of any control. */
export type AnyControlPath = ControlPath | ServerPath;

type Method<Path> = Path extends `${infer Group extends keyof Groups}/${infer Name}`
  ? Groups[Group][Name & keyof Groups[Group]]
  : never;

/** The input of the method of a control. */
export type MethodInput<Path> = Method<Path> extends (input: infer Input) => unknown ? NonNullable<Input> : never;

// Over HTTP, a value such as an id is a field with the name of the method's parameter.
type FieldOf<Input> = Input extends object ? keyof Input : string;

/** The fields of a control's input. The server checks their values, which users may have typed. */
export type ControlInput<Path> = { readonly [Name in FieldOf<MethodInput<Path>>]?: unknown } & {
  /** Confines the control to an organization, unless it's one of the controls of organizations. */
  readonly organizationId?: string | null;
};

export type ControlOutput<Path> = Method<Path> extends (...input: never[]) => infer Output ? Awaited<Output> : never;

/** Calls a control. */
export async function call<Path extends ControlPath>(
  path: Path,
  input: ControlInput<Path>,
): Promise<ControlOutput<Path>> {
  return (await callControl(path, input)) as ControlOutput<Path>;
}

/** Calls any control, whose input only the server checks. */
export async function callControl(
  path: AnyControlPath,
  { organizationId, ...input }: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const response = path.startsWith("organizations/")
    ? await send(path, { body: JSON.stringify({ organizationId, ...input }) })
    : await send(path, { organizationId: organizationId as string | null, body: JSON.stringify(input) });
  return response.status === 204 ? undefined : response.json();
}

/** Sends a request to a path below `/_control/`, by default a POST. Throws what the server says if it fails. */
export async function send(
  path: AnyControlPath | "openapi.json",
  { organizationId, ...init }: RequestInit & { readonly organizationId?: string | null } = {},
): Promise<Response> {
  const { token } = getState();
  const target = { baseUrl, fetch, token };
  const response = await requestControl(target, path, { organization: organizationId ?? undefined }, init).catch(
    (cause: unknown) => {
      throw new UnreachableError("The server can't be reached. Is it still running?", { cause });
    },
  );
  if (response.ok) return response;
  // The user may have entered another token meanwhile.
  if (response.status === 401 && token === getState().token) update({ connection: "refused" });
  throw toError(response.status, await response.text());
}

const timeoutMs = 10_000;

/** Returns the document of the controls. */
export async function readDocument(): Promise<ControlDocument> {
  return (await send("openapi.json", { method: "GET" })).json();
}

/** Returns what has changed since an earlier call: since a run, and after the request that had ended last. */
export async function readUpdates(run?: string, after?: string): Promise<ServerUpdates> {
  const signal = AbortSignal.timeout(timeoutMs);
  return (await send("server/changes", { body: JSON.stringify({ run, after }), signal })).json();
}
