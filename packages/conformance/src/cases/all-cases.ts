import type { OperationId } from "@knowledge-base/types";
import type { OperationOf } from "@knowledge-base/types/internal";
import type { ConformanceCaseInfo } from "../report/report.ts";
import { authenticationCases } from "./authentication.ts";
import { bindingsUnbindCases } from "./bindings-unbind.ts";
import { bindingsUpdateCases } from "./bindings-update.ts";
import type { Cases, ConformanceCase } from "./case.ts";
import { channelsListCases } from "./channels-list.ts";
import { generalErrorCases } from "./errors.ts";
import { notificationCases } from "./notifications.ts";
import { oauthStartCases } from "./oauth-start.ts";
import { brainCases, organizationCases } from "./organizations.ts";
import { pageCases } from "./pages.ts";
import { pagesArchiveCases } from "./pages-archive.ts";
import { promptIndexGetCases } from "./prompt-index-get.ts";
import { type ResponseRule, responseRules } from "./response-rules.ts";

// Cases of an operation: one for its success, one for each error that the contract declares, and others.
type OperationCases<Id extends OperationId> = Cases & {
  readonly [Name in "success" | OperationOf<Id>["errors"][number]]: ConformanceCase;
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

/** A case, or a rule that checks the responses of all cases, with what a report says about it. */
export interface RunnableCase {
  readonly info: ConformanceCaseInfo;
  readonly run?: ConformanceCase["run"];
  readonly rule?: ResponseRule;
}

/** Every case of the suite in the order in which they run, and then the rules. */
export const runnableCases: readonly RunnableCase[] = [
  ...Object.entries<Cases>(groups).flatMap(([group, cases]) =>
    Object.entries(cases).map(([name, { run, ...about }]) => ({
      info: { id: `${group}/${name}`, group, ...about },
      run,
    })),
  ),
  ...Object.entries(responseRules).map(([name, rule]) => {
    const { title, sections, needs } = rule;
    const level = "required" as const;
    return { info: { id: `responses/${name}`, group: "every response", title, sections, level, needs }, rule };
  }),
];

/**
 * Every case of the suite, in the order in which they run. The cases of the group `every response` check the responses of all
 * others.
 */
export const conformanceCases: readonly ConformanceCaseInfo[] = runnableCases.map(({ info }) => info);
