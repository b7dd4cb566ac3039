import { identifierSchema, type Schema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import type { NotificationReport } from "../deliveries/delivery.ts";
import { notificationReportSchema } from "../deliveries/delivery-schemas.ts";
import { notify } from "../deliveries/notify.ts";
import { generateUniqueId } from "../ids.ts";
import { completeRecord } from "../store/record-defaults.ts";
import type { Brain } from "../store/state.ts";
import { pathIdSchema, recordSchemas } from "../store/state-schemas.ts";
import { type Command, type Commands, inputSchema } from "./command.ts";
import { createOrganizationDefaultsContext } from "./command-context.ts";
import { rejectInput } from "./command-rejection.ts";
import { type ListOfOrganizationInput, listFields, listRecords } from "./list-records.ts";
import { type RankedPage, type RankPagesInput, rankPages } from "./rank-pages.ts";

/** Identifies a brain. */
export interface BrainAddress {
  /** Brain id. */
  readonly brainId: string;
}

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
   * Changes the name of a brain.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateBrainInput): Brain;

  /**
   * Deletes a brain with its pages and bindings. The installations and channels of its organization stay. An authorization
   * that was started for it cannot be confirmed any more.
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
  run({ organizationId, id, name }, context) {
    const organization = context.organization(organizationId);
    const { store, ids } = organization;
    const brain = completeRecord(
      "brains",
      {
        id: id ?? generateUniqueId(ids, "brain", (candidate) => store.brains.has(candidate)),
        organizationId: store.id,
        name,
      },
      createOrganizationDefaultsContext(organization),
    );
    context.add("brains", brain);
    return brain;
  },
};

const addressSchema = inputSchema<BrainAddress>({ brainId: identifierSchema });

const list: Command<ListOfOrganizationInput, readonly Brain[]> = {
  summary: "List the brains",
  input: inputSchema({ organizationId: z.optional(identifierSchema), ...listFields }),
  output: z.array(recordSchemas.brains),
  run: ({ organizationId, ...input }, context) =>
    listRecords(context.organization(organizationId).store.brains, input, {
      kind: "brain",
      idOf: ({ brain }) => brain.id,
    }).map(({ brain }) => brain),
};

const get: Command<BrainAddress, Brain> = {
  summary: "Get a brain",
  input: addressSchema,
  output: recordSchemas.brains,
  run: ({ brainId }, context) => context.brain(brainId).brain.brain,
};

const remove: Command<BrainAddress, void> = {
  summary: "Delete a brain",
  input: addressSchema,
  output: z.void(),
  run({ brainId }, context) {
    context.brain(brainId).organization.store.delete({ array: "brains", record: { id: brainId } });
  },
};

const update: Command<UpdateBrainInput, Brain> = {
  summary: "Change a brain",
  input: inputSchema({ brainId: identifierSchema, name: z.string() }),
  output: recordSchemas.brains,
  run({ brainId, name }, context) {
    const { brain, organization } = context.brain(brainId);
    const updated: Brain = { ...brain.brain, name };
    organization.store.put({ array: "brains", record: updated });
    return updated;
  },
};

const sendDailyBrief: Command<BrainAddress, NotificationReport> = {
  summary: "Send the daily brief",
  input: addressSchema,
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
    if (from === to) rejectInput("slugs", "must name two different pages");
    const event = `a strong connection of ${from} and ${to} was reported`;
    return notify({ kind: "connection", slugs, event }, brain, organization, context.serverState.testTools);
  },
};

/** The commands of {@link BrainsControl}. */
export const brainCommands: Commands<BrainsControl> = {
  create,
  list,
  get,
  update,
  delete: remove,
  rankPages,
  sendDailyBrief,
  reportConnection,
};
