import {
  type ConformanceReport,
  runConformance,
  type SetupContext,
  type Target,
  TargetError,
} from "@knowledge-base/conformance";
import { createSmallDeployment } from "../second-service/records/create-small-deployment.ts";
import { startSecondService } from "../second-service/start-second-service.ts";
import type { ViolationName } from "../second-service/violations/violation-name.ts";
import { createSetup } from "./create-setup.ts";
import type { Form } from "./forms.ts";

type Options = NonNullable<Parameters<typeof startSecondService>[0]>;

/** More than the delay of the variant `delayed-index`. */
const indexDelayMs = 500;

/** Runs the suite in a form against a service of its own. */
export async function runForm(form: Form, options: Options = {}): Promise<ConformanceReport> {
  await using service = await startSecondService(options);
  const { apiKey } = await createSmallDeployment(service);
  const isDelayed = options.variants?.includes("delayed-index") ?? false;
  const setup = createSetup(service, isDelayed ? indexDelayMs : 0);
  const target: Target = { baseUrl: service.baseUrl, apiKey, eventual: isDelayed ? 4 * indexDelayMs : 0 };
  if (form === "bare") return await runConformance(target);
  if (form === "full") return await runConformance({ ...target, setup, write: true }, { strict: true });
  const setupOfRecords = async (context: SetupContext) => {
    const { apiKey: ownKey, records, remove } = await setup(context);
    return { apiKey: ownKey, records, remove };
  };
  return await runConformance({ ...target, setup: setupOfRecords, write: form === "write" });
}

/** Returns whether a case fails against a service with a violation. A run that does not begin has none. */
export async function hasFailure(form: Form, violation: ViolationName): Promise<boolean> {
  try {
    return (await runForm(form, { violations: [violation] })).counts.failed > 0;
  } catch (error) {
    if (error instanceof TargetError) return false;
    throw error;
  }
}
