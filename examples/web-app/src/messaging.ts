import type { ChannelBinding } from "@knowledge-base/sdk";
import type { OAuthCallback } from "@knowledge-base/sdk/oauth";

/**
 * Operations that this application needs, and that the specification does not describe. Write it for your service, with
 * `kb.call(defineOperation({ … }), input)` for instance; the routes and the pages stay as they are.
 */
export interface Messaging {
  /** Turns the platform's callback into an installation: what the specification calls `confirmOauth`. */
  confirm(callback: OAuthCallback): Promise<Installation>;

  /** Returns the connections of a brain. The specification calls this the status endpoint. */
  status(brainId: string): Promise<MessagingStatus>;

  /** Binds a channel to a brain. One that is bound already stays as it is, so that a form may be sent twice. */
  bind(channel: BoundChannel): Promise<ChannelBinding>;
}

/** The service's bot in a workspace of the platform. */
export interface Installation {
  readonly id: string;
  readonly teamName: string;
}

export interface MessagingStatus {
  readonly installations: readonly Installation[];
  readonly bindings: readonly ChannelBinding[];
}

export interface BoundChannel {
  readonly brainId: string;
  readonly installationId: string;
  readonly channelId: string;
}

export type MessagingProblem = "expired" | "used" | "not_found" | "rejected" | "unavailable";

export class MessagingError extends Error {
  override readonly name = "MessagingError";
  readonly problem: MessagingProblem;

  constructor(problem: MessagingProblem, options: ErrorOptions) {
    super(`The service did not do it: ${problem}.`, options);
    this.problem = problem;
  }
}
