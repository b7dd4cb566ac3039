import { isObject } from "@knowledge-base/internal/json";
import { type OptionRule, textRule } from "@knowledge-base/internal/options";
import type { ChannelBinding, Page } from "@knowledge-base/types";

/** Parameters with which the platform sends a user back, and the brain whose flow it is. */
export interface OAuthCallback {
  /** Id of the brain. */
  readonly brainId: string;
  /** The code of the platform. */
  readonly code: string;
  /** The signed state of the service. */
  readonly state: string;
}

/** A kind of notification. Specification, section 6. */
export type NotificationKind = "brief" | "connection" | "change";

/** Identifies a page to a control. */
export interface TargetPage {
  /** Id of the brain. */
  readonly brainId: string;
  /** Slug of the page. */
  readonly slug: string;
}

/** Identifies a binding to a control. */
export interface TargetBinding {
  /** Id of the brain. */
  readonly brainId: string;
  /** Id of the binding. */
  readonly bindingId: string;
}

/** The fields of a page that a control returns. */
export interface ShownPage extends Partial<Page> {
  /** Connections of the page with other pages, in any form. They are compared before and after archiving. */
  readonly connections?: unknown;
  /** Former versions of the page, in any form. They are compared before and after archiving. */
  readonly versions?: unknown;
}

/** The field of a page that a user edits: exactly one of the optional fields is set. Omitted fields aren't changed. */
export interface PageEdit extends TargetPage {
  /**
   * The new title.
   *
   * @default the title isn't changed
   */
  readonly title?: string | undefined;
  /**
   * The new summary.
   *
   * @default the summary isn't changed
   */
  readonly summary?: string | undefined;
  /**
   * The new body, Markdown.
   *
   * @default the body isn't changed
   */
  readonly body?: string | undefined;
}

/**
 * Functions for actions that the specification mentions without defining a request. They are called only with `write`, because
 * each of them changes something. Cases that need omitted functions aren't checked.
 */
export interface TargetControls {
  /**
   * Reads a page as a user does, and returns its record, or the fields of it that the service shows, with its connections and
   * former versions if possible. It also reads archived pages. Specification, sections 2.1 and 3.
   */
  readonly readPage?: ((page: TargetPage) => Promise<ShownPage>) | undefined;
  /** Returns the slugs of the pages that the service lists by default. Specification, section 3. */
  readonly listPages?: ((brain: { brainId: string }) => Promise<readonly string[]>) | undefined;
  /** Returns the slugs of the pages that a search for a text finds. Specification, section 3. */
  readonly searchPages?: ((search: { brainId: string; text: string }) => Promise<readonly string[]>) | undefined;
  /** Changes one field of a page by hand. It rejects if users can't edit the field. Specification, section 2.1. */
  readonly editPage?: ((edit: PageEdit) => Promise<unknown>) | undefined;
  /** Compiles a page from its sources again. Specification, section 2.1. */
  readonly compilePage?: ((page: TargetPage) => Promise<unknown>) | undefined;
  /** Tries to deprecate a page. It may reject. Specification, section 3. */
  readonly deprecatePage?: ((page: TargetPage) => Promise<unknown>) | undefined;
  /** Restores an archived page. Specification, section 3. */
  readonly restorePage?: ((page: TargetPage) => Promise<unknown>) | undefined;
  /**
   * Returns the record of a binding, or the fields of it that the service shows, without an update. The specification names a
   * status endpoint. Section 4.6.
   */
  readonly readBinding?: ((binding: TargetBinding) => Promise<Partial<ChannelBinding>>) | undefined;
  /** Approves an authorization on the platform, as its user would, and returns the parameters of the callback. Section 4.5. */
  readonly approveOAuth?: ((authorizationUrl: string) => Promise<Omit<OAuthCallback, "brainId">>) | undefined;
  /**
   * Calls the operation `confirmOauth`, for a brain if the operation takes one. Resolves with the id of the installation; rejects
   * if the service does. Section 4.5.
   */
  readonly confirmOAuth?: ((callback: OAuthCallback) => Promise<string>) | undefined;
  /** Moves the clock of the service forward. */
  readonly advanceClock?: ((milliseconds: number) => Promise<unknown>) | undefined;
  /** Triggers an event, such as new knowledge in a page, and returns the ids of the bindings whose channels were notified. Section 6. */
  readonly notify?: ((event: TargetPage & { kind: NotificationKind }) => Promise<readonly string[]>) | undefined;
}

export type ControlName = keyof TargetControls;

const record: OptionRule = { expected: "an object", accepts: isObject };
const texts: OptionRule = {
  expected: "a list of texts",
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
};
const installationId: OptionRule = { ...textRule, expected: "the id of an installation" };

interface ControlFacts {
  // For the list of what a target lacks.
  readonly does: string;
  // The rule of what it returns, if cases use that.
  readonly returns?: OptionRule;
}

export const controlTable: { readonly [Name in ControlName]: ControlFacts } = {
  readPage: { does: "reads a page", returns: record },
  listPages: { does: "lists the pages of a brain", returns: texts },
  searchPages: { does: "searches pages for a text", returns: texts },
  editPage: { does: "edits a page by hand" },
  compilePage: { does: "compiles a page from its sources" },
  deprecatePage: { does: "tries to deprecate a page" },
  restorePage: { does: "restores an archived page" },
  readBinding: { does: "reads a binding", returns: record },
  approveOAuth: { does: "approves an authorization on the platform", returns: record },
  confirmOAuth: { does: "calls the operation confirmOauth", returns: installationId },
  advanceClock: { does: "moves the clock of the service forward" },
  notify: { does: "triggers an event, and returns the bindings whose channels were notified", returns: texts },
};

export function isControlName(name: string): name is ControlName {
  return Object.hasOwn(controlTable, name);
}
