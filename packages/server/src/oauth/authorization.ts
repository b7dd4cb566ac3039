import type { Channel } from "@knowledge-base/types";

/** The workspace of the messaging platform that someone connects. */
export interface Workspace {
  readonly teamId: string;
  /** Left out, the name that the workspace has. */
  readonly teamName: string | undefined;
  /** Left out, the channels that the workspace has. */
  readonly channels: readonly Channel[] | undefined;
}

/** What became of an authorization after it was started. */
export type Authorization =
  | { readonly status: "denied" }
  | { readonly status: "approved"; readonly code: string; readonly workspace: Workspace }
  | { readonly status: "confirmed" };
