import type { ReferenceServer } from "@knowledge-base/server";

import { UnreachableError } from "./unreachable-error.ts";

type Groups = ReferenceServer["control"] & Pick<ReferenceServer, "clock" | "faults" | "journal" | "deliveries">;

/** The path of a control below `/_control/`, such as `pages/edit`. */
export type ControlPath = {
  [Group in keyof Groups]: `${Group}/${keyof Groups[Group] & string}`;
}[keyof Groups];

type Method<Path> = Path extends `${infer Group}/${infer Name}`
  ? Group extends keyof Groups
    ? Name extends keyof Groups[Group]
      ? Groups[Group][Name]
      : never
    : never
  : never;

/** The result of a control. */
export type ControlOutput<Path> = Method<Path> extends (...input: never[]) => infer Output ? Awaited<Output> : never;

/** Thrown if a control fails. The message is that of the server. */
class ControlFailure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const root = new URL("../_control/", location.href);

/** Sends requests to the controls of the server that serves this page. */
export class ControlClient {
  /** Token of the controls; empty if they need none. */
  token: string;
  readonly #onUnauthorized: () => void;

  constructor(token: string, onUnauthorized: () => void) {
    this.token = token;
    this.#onUnauthorized = onUnauthorized;
  }

  /**
   * Calls a control.
   *
   * @param organizationId - confines the control to an organization
   */
  async call<Path extends ControlPath>(
    path: Path,
    input: object = {},
    organizationId?: string | null,
  ): Promise<ControlOutput<Path>> {
    const response = await this.send(path, { organizationId, body: JSON.stringify(input) });
    return (response.status === 204 ? undefined : await response.json()) as ControlOutput<Path>;
  }

  /** Sends a request to a path below `/_control/`, by default a POST. */
  async send(
    path: string,
    {
      organizationId,
      method = "POST",
      headers,
      ...init
    }: Omit<RequestInit, "headers"> & {
      readonly organizationId?: string | null | undefined;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<Response> {
    const url = new URL(path, root);
    if (organizationId !== undefined && organizationId !== null) url.searchParams.set("organization", organizationId);
    const response = await sendRequest(url, {
      ...init,
      method,
      headers: {
        ...(init.body !== undefined && { "content-type": "application/json" }),
        ...headers,
        ...(this.token !== "" && { authorization: `Bearer ${this.token}` }),
      },
    });
    if (response.ok) return response;
    if (response.status === 401) this.#onUnauthorized();
    throw new ControlFailure(response.status, await readFailure(response));
  }
}

async function sendRequest(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new UnreachableError(error);
  }
}

async function readFailure(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { readonly error: { readonly message: string } };
    return error.message;
  } catch {
    return `The server responded with status ${response.status}.`;
  }
}
