import type { ServerOrganization, TestTools } from "../control/controls.ts";
import type { ReferenceServer } from "../reference-server.ts";

/** The same methods at the other end of a socket: each gives a promise. */
export type Remote<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...input: infer Input) => infer Output
    ? (...input: Input) => Promise<Awaited<Output>>
    : Remote<Api[Name]>;
};

/** A reference server that runs somewhere else, with the controls that one in the same process has. */
export interface ConnectedServer
  extends Remote<TestTools & Pick<ReferenceServer, "control" | "seed" | "reset" | "snapshot" | "restore">> {
  /** Base URL for clients, without a slash at its end. */
  readonly baseUrl: string;
  /** A key that is valid at first and after each reset. */
  readonly apiKey: string;
  /** Where ids, nonces and the OAuth secret come from. */
  readonly randomSeed: string;
  /** The part of the server that belongs to one organization. */
  readonly organization: (id: string) => Remote<ServerOrganization>;
}
