import type { OperationId } from "@knowledge-base/types";
import type { OperationOf } from "@knowledge-base/types/internal";
import type { ConformanceCaseInfo } from "../report/report.ts";
import { authenticationCases } from "./authentication.ts";
import { bindingsUnbindCases } from "./bindings-unbind.ts";
import { bindingsUpdateCases } from "./bindings-update.ts";
import type { Cases, ConformanceCase, Need } from "./case.ts";
import { channelsListCases } from "./channels-list.ts";
import { generalErrorCases } from "./errors.ts";
import { notificationCases } from "./notifications.ts";
import { oauthStartCases } from "./oauth-start.ts";
import { brainCases, organizationCases } from "./organizations.ts";
import { pageCases } from "./pages.ts";
import { pagesArchiveCases } from "./pages-archive.ts";
import { promptIndexGetCases } from "./prompt-index-get.ts";
import { type ResponseRule, responseRules } from "./response-rules.ts";

// An operation has a case about its success, one about each error that the contract declares, and others.
type OperationCases<Id extends OperationId> = Cases & {
  readonly [Name in "success" | `returns-${OperationOf<Id>["errors"][number]}`]: ConformanceCase;
};

type OperationGroups = { readonly [Id in OperationId]: OperationCases<Id> };
// An interface, because the compiler then names a missing group.
interface Groups extends OperationGroups {
  readonly [group: string]: Cases;
}

// Later ones archive and remove records.
const groups = {
  authentication: authenticationCases,
  errors: generalErrorCases,
  organizations: organizationCases,
  brains: brainCases,
  pages: pageCases,
  "channels.list": channelsListCases,
  "promptIndex.get": promptIndexGetCases,
  "oauth.start": oauthStartCases,
  "bindings.update": bindingsUpdateCases,
  notifications: notificationCases,
  "bindings.unbind": bindingsUnbindCases,
  "pages.archive": pagesArchiveCases,
} satisfies Groups;

/** Description of a case or a rule, with its needs. */
export interface CaseInfo extends ConformanceCaseInfo {
  readonly needs: readonly Need[];
}

export interface NamedCase {
  readonly info: CaseInfo;
  readonly run: ConformanceCase["run"];
}

export interface NamedRule {
  readonly info: CaseInfo;
  readonly rule: ResponseRule;
}

/** The cases that send requests, in the order in which they run. */
export const namedCases: readonly NamedCase[] = Object.entries<Cases>(groups).flatMap(([group, cases]) =>
  Object.entries(cases).map(([name, { run, ...about }]) => ({
    info: { id: `${group}/${name}`, group, ...about },
    run,
  })),
);

/** The cases that check the responses of all others. */
export const namedRules: readonly NamedRule[] = Object.entries(responseRules).map(([name, rule]) => {
  const { title, sections, needs } = rule;
  const info = { id: `responses/${name}`, group: "every response", title, sections, level: "required", needs } as const;
  return { info, rule };
});

/**
 * Every case of the suite, in the order in which they run. The cases of the group `every response` check the responses of all
 * others.
 */
export const conformanceCases: readonly ConformanceCaseInfo[] = [...namedCases, ...namedRules].map(({ info }) => info);
