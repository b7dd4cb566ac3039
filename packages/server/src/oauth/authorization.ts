import type { Channel } from "@knowledge-base/types";

/** A workspace of the messaging platform that is being connected. */
export interface Workspace {
  readonly teamId: string;
  /** If undefined, the name that the workspace already has. */
  readonly teamName: string | undefined;
  /** If undefined, the channels that the workspace already has. */
  readonly channels: readonly Channel[] | undefined;
}

/** State of an authorization that is no longer pending. */
export type Authorization =
  | { readonly status: "denied" }
  | { readonly status: "approved"; readonly code: string; readonly workspace: Workspace }
  | { readonly status: "confirmed" };
