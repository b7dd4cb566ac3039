import { type ConformanceReport, runConformance, type Target } from "@knowledge-base/conformance";
import { createSmallDeployment } from "../second-service/records/create-small-deployment.ts";
import { startSecondService } from "../second-service/start-second-service.ts";
import { createSetup } from "./create-setup.ts";

/** What a run is given: a base URL and a key only; records too; permission to change them too; or everything. */
export type Form = "bare" | "readOnly" | "write" | "full";

type Options = Parameters<typeof startSecondService>[0];

/** Runs the suite in a form against a service of its own. */
export async function runForm(form: Form, options?: Options): Promise<ConformanceReport> {
  await using service = await startSecondService(options);
  const { apiKey } = await createSmallDeployment(service);
  const setup = createSetup(service);
  const eventual = options?.variants?.includes("delayed-index") ? 2000 : 0;
  const target: Target = { baseUrl: service.baseUrl, apiKey, eventual };
  if (form === "bare") return await runConformance(target);
  if (form === "full") return await runConformance({ ...target, setup, write: true }, { strict: true });
  const withoutControls = async (...context: Parameters<typeof setup>) => {
    const { apiKey, records, remove } = await setup(...context);
    return { apiKey, records, remove };
  };
  return await runConformance({ ...target, setup: withoutControls, write: form === "write" });
}
