import type { ConformanceCaseInfo } from "../report/report.ts";
import { authenticationCases } from "./authentication.ts";
import { bindingsUnbindCases } from "./bindings-unbind.ts";
import { bindingsUpdateCases } from "./bindings-update.ts";
import { type ConformanceCase, infoOf } from "./case.ts";
import { channelsListCases } from "./channels-list.ts";
import { generalErrorCases } from "./errors.ts";
import { notificationCases } from "./notifications.ts";
import { oauthStartCases } from "./oauth-start.ts";
import { brainCases, organizationCases } from "./organizations.ts";
import { pageCases } from "./pages.ts";
import { pagesArchiveCases } from "./pages-archive.ts";
import { promptIndexGetCases } from "./prompt-index-get.ts";
import { responseRules } from "./response-rules.ts";

/** The cases that send requests, in the order in which they run: later ones archive and remove records. */
export const allCases: readonly ConformanceCase[] = [
  ...authenticationCases,
  ...generalErrorCases,
  ...organizationCases,
  ...brainCases,
  ...pageCases,
  ...channelsListCases,
  ...promptIndexGetCases,
  ...oauthStartCases,
  ...bindingsUpdateCases,
  ...notificationCases,
  ...bindingsUnbindCases,
  ...pagesArchiveCases,
];

/**
 * Every case of the suite, in the order in which they run. The cases of the group `every response` check the responses of all
 * others.
 */
export const conformanceCases: readonly ConformanceCaseInfo[] = [...allCases, ...responseRules].map(infoOf);
