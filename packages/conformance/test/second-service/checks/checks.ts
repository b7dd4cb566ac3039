import { accessChecks } from "./access-checks.ts";
import { bindingChecks } from "./binding-checks.ts";
import { channelChecks } from "./channel-checks.ts";
import type { Check } from "./check.ts";
import { errorChecks } from "./error-checks.ts";
import { indexChecks } from "./index-checks.ts";
import { oauthChecks } from "./oauth-checks.ts";
import { pageChecks } from "./page-checks.ts";

/** What the specification says about every implementation, by name. */
export const checks: Readonly<Record<string, Check>> = {
  ...pageChecks,
  ...indexChecks,
  ...channelChecks,
  ...bindingChecks,
  ...oauthChecks,
  ...accessChecks,
  ...errorChecks,
};
