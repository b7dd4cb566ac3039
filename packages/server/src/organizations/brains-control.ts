import type { Schema } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { reject, rejectInput } from "../basics/control-error.ts";
import { strictObjectSchema } from "../basics/object-schema.ts";
import { choices } from "../basics/specification-choices.ts";
import type { Action, Actions } from "../control/action.ts";
import { createCrud, type ListOfOrganizationInput } from "../control/crud.ts";
import { type NotificationReport, notifyChannels } from "../messaging/notifications.ts";
import type { RankedPage } from "../pages/page-collection.ts";
import type { Brain, BrainAddress } from "./organization-records.ts";

/** Input of `brains.create`. */
export interface CreateBrainInput {
  /**
   * Organization that owns the brain.
   *
   * @default the organization of the control, or the organization of the server's `apiKey`
   */
  readonly organizationId?: string | undefined;
  /**
   * Brain id.
   *
   * @default a generated id
   */
  readonly id?: string | undefined;
  /**
   * Display name.
   *
   * @default "Brain"
   */
  readonly name?: string | undefined;
}

/** Input of `brains.update`. */
export interface UpdateBrainInput extends BrainAddress {
  /** Display name. */
  readonly name: string;
}

/** Input of `brains.rankPages`. */
export interface RankPagesInput extends BrainAddress {
  /**
   * Maximum number of pages of the index, and of hidden pages: any limit that `promptIndex.get` accepts.
   *
   * @default 50
   */
  readonly limit?: number | undefined;
}

/** Input of `brains.reportConnection`. */
export interface ReportConnectionInput extends BrainAddress {
  /** Slugs of the two pages that are connected. */
  readonly slugs: readonly [string, string];
}

/**
 * Brains, and the notifications that a brain sends to the channels that are bound to it.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { control } = createReferenceServer({ seed: demoSeed() });
 * const { delivered } = control.brains.sendDailyBrief({ brainId: "brain_operations" });
 * console.log(delivered[0]?.bindingId); // binding_bridge
 * ```
 */
export interface BrainsControl {
  /**
   * Creates a brain without pages.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if the id is in use
   */
  create(input?: CreateBrainInput): Brain;

  /**
   * Returns the brains of an organization in the order in which they were added.
   *
   * @throws {@link ControlError} `invalid_input`, or `not_found` if there is no such organization, or `after` names none of its
   * brains
   */
  list(input?: ListOfOrganizationInput): readonly Brain[];

  /**
   * Returns a brain.
   *
   * @throws {@link ControlError} `not_found`
   */
  get(input: BrainAddress): Brain;

  /**
   * Updates the name of a brain.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateBrainInput): Brain;

  /**
   * Deletes a brain with its pages and bindings. The installations and channels of its organization stay. An authorization
   * that was started for it can't be confirmed any more.
   *
   * @throws {@link ControlError} `not_found`
   */
  delete(input: BrainAddress): void;

  /**
   * Returns the pages of the prompt index with the reason for the position of each, then the pages that are hidden from it.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input`
   * @see Specification, section 4.4
   */
  rankPages(input: RankPagesInput): readonly RankedPage[];

  /**
   * Sends the daily brief of a brain to the channels whose binding is active and has `notifyBriefs` on.
   *
   * @throws {@link ControlError} `not_found`
   * @see Specification, section 6
   */
  sendDailyBrief(input: BrainAddress): NotificationReport;

  /**
   * Reports a strong new connection of two pages to the channels whose binding is active and has `notifyConnections` on.
   *
   * @throws {@link ControlError} `not_found`, `invalid_input` if both slugs are the same, or `conflict` if a page is archived
   * @see Specification, section 6
   */
  reportConnection(input: ReportConnectionInput): NotificationReport;
}

const { default: defaultLimit, minimum, maximum } = choices.promptIndexLimit;

const rankPages: Action<RankPagesInput, readonly RankedPage[]> = {
  summary: "Rank the pages of a brain",
  input: strictObjectSchema<RankPagesInput>({
    brainId: identifierSchema,
    limit: z.optional(z.int().check(z.minimum(minimum), z.maximum(maximum))),
  }),
  run({ brainId, limit = defaultLimit }, context) {
    const pages = context.find("brains", { brainId }).organization.collection("pages", brainId);
    return pages?.rank(limit) ?? [];
  },
};

const sendDailyBrief: Action<BrainAddress, NotificationReport> = {
  summary: "Send the daily brief",
  input: strictObjectSchema({ brainId: identifierSchema }),
  run(brain, context) {
    const { organization } = context.find("brains", brain);
    return notifyChannels(organization, brain.brainId, { kind: "brief", slugs: [], event: "the daily brief was sent" });
  },
};

const reportConnection: Action<ReportConnectionInput, NotificationReport> = {
  summary: "Report a connection",
  input: strictObjectSchema({
    brainId: identifierSchema,
    slugs: z.array(identifierSchema).check(z.length(2)) as Schema,
  }),
  run({ brainId, slugs }, context) {
    const [from, to] = slugs;
    const { organization } = context.find("brains", { brainId });
    for (const slug of slugs) {
      const { archived } = context.find("pages", { brainId, slug }).record;
      if (archived) reject("conflict", `page ${slug} is archived. Restore it first`);
    }
    if (from === to) rejectInput("slugs", "must name two different pages");
    const event = `a strong connection of ${from} and ${to} was reported`;
    return notifyChannels(organization, brainId, { kind: "connection", slugs, event });
  },
};

/** The actions of {@link BrainsControl}. */
export const brainActions: Actions<BrainsControl> = {
  ...createCrud("brains"),
  rankPages,
  sendDailyBrief,
  reportConnection,
};
