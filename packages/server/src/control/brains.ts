import { identifierSchema, type Schema } from "@knowledge-base/types";
import * as z from "zod/mini";
import type { NotificationReport } from "../deliveries/delivery.ts";
import { notificationReportSchema } from "../deliveries/delivery-schemas.ts";
import { notify } from "../deliveries/notify.ts";
import { generateUniqueId } from "../ids.ts";
import type { Brain } from "../store/state.ts";
import { pathIdSchema, recordSchemas } from "../store/state-schemas.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import { rejectInput } from "./command-rejection.ts";

/** Input of `brains.create`. */
export interface CreateBrainInput {
  /**
   * Organization that owns the brain.
   *
   * @default the organization of the control, or that of the server's `apiKey`
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
export interface UpdateBrainInput {
  /** Brain id. */
  readonly brainId: string;
  /** Display name. */
  readonly name: string;
}

/** Input of `brains.reportConnection`. */
export interface ReportConnectionInput {
  /** Brain id. */
  readonly brainId: string;
  /** Slugs of the two pages that are connected. */
  readonly slugs: readonly [string, string];
}

/** Brains, and the notifications that a brain sends to the channels that are bound to it. */
export interface BrainsControl {
  /**
   * Creates a brain without pages.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` if the id is taken
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
   * @throws {@link ControlError} `not_found`, or `invalid_input` if both slugs are the same
   * @see Specification, section 6
   */
  reportConnection(input: ReportConnectionInput): NotificationReport;
}

const create: Command<CreateBrainInput, Brain> = {
  summary: "Create a brain",
  input: inputSchema({
    organizationId: z.optional(identifierSchema),
    id: z.optional(pathIdSchema),
    name: z.optional(z.string()),
  }),
  output: recordSchemas.brains,
  run({ organizationId, id, name = "Brain" }, context) {
    const { store, ids } = context.organization(organizationId);
    const { brains } = context.serverState.store;
    const brain: Brain = {
      id: id ?? generateUniqueId(ids, "brain", (candidate) => brains.has(candidate)),
      organizationId: store.organization.id,
      name,
    };
    context.add("brains", brain);
    return brain;
  },
};

const update: Command<UpdateBrainInput, Brain> = {
  summary: "Change a brain",
  input: inputSchema({ brainId: identifierSchema, name: z.string() }),
  output: recordSchemas.brains,
  run({ brainId, name }, context) {
    const { brain } = context.brain(brainId);
    brain.brain = { ...brain.brain, name };
    return brain.brain;
  },
};

const sendDailyBrief: Command<{ readonly brainId: string }, NotificationReport> = {
  summary: "Send the daily brief",
  input: inputSchema({ brainId: identifierSchema }),
  output: notificationReportSchema,
  run({ brainId }, context) {
    const { brain, organization } = context.brain(brainId);
    const event = "the daily brief was sent";
    return notify({ kind: "brief", slugs: [], event }, brain, organization, context.serverState.testTools);
  },
};

type TwoSlugs = ReportConnectionInput["slugs"];

const twoSlugs = z.array(identifierSchema).check(z.length(2)) as unknown as Schema<TwoSlugs, TwoSlugs>;

const reportConnection: Command<ReportConnectionInput, NotificationReport> = {
  summary: "Report a connection",
  input: inputSchema({ brainId: identifierSchema, slugs: twoSlugs }),
  output: notificationReportSchema,
  run({ brainId, slugs }, context) {
    const { brain, organization } = context.brain(brainId);
    const [from, to] = slugs;
    for (const slug of slugs) context.page(brainId, slug);
    if (from === to) rejectInput([{ path: "slugs", message: "must name two different pages" }]);
    const event = `a strong connection of ${from} and ${to} was reported`;
    return notify({ kind: "connection", slugs, event }, brain, organization, context.serverState.testTools);
  },
};

/** The commands of {@link BrainsControl}. */
export const brainCommands: Commands<BrainsControl> = { create, update, sendDailyBrief, reportConnection };
