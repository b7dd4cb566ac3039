import type { NotificationReport } from "../../deliveries/delivery.ts";
import type { Brain } from "../../store/state.ts";

/** Input of `brains.create`. */
export interface CreateBrainInput {
  /**
   * Organization that owns the brain.
   *
   * @default that of the control, or that of the `apiKey` of the server
   */
  readonly organizationId?: string | undefined;
  /**
   * Brain id.
   *
   * @default a new one
   */
  readonly id?: string | undefined;
  /**
   * Name for people.
   *
   * @default "Brain"
   */
  readonly name?: string | undefined;
}

/** Input of `brains.update`. */
export interface UpdateBrainInput {
  /** Brain id. */
  readonly brainId: string;
  /** Name for people. */
  readonly name: string;
}

/** Input of `brains.reportConnection`. */
export interface ReportConnectionInput {
  /** Brain id. */
  readonly brainId: string;
  /** Slugs of the two pages that turned out to be connected. */
  readonly slugs: readonly [string, string];
}

/** Brains, and what a brain tells the channels that are bound to it. */
export interface BrainsControl {
  /**
   * Creates a brain without pages.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` where the id is taken
   */
  create(input?: CreateBrainInput): Brain;

  /**
   * Changes the name of a brain.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateBrainInput): Brain;

  /**
   * Sends the daily brief of a brain to the channels whose binding is active and has `notifyBriefs` on.
   *
   * @throws {@link ControlError} `not_found`
   * @see Specification, section 6
   */
  sendDailyBrief(input: { readonly brainId: string }): NotificationReport;

  /**
   * Reports a strong new connection of two pages to the channels whose binding is active and has `notifyConnections` on.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` where both pages are the same
   * @see Specification, section 6
   */
  reportConnection(input: ReportConnectionInput): NotificationReport;
}
