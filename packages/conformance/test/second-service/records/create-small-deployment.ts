import type { SecondService } from "../second-service.ts";
import { callAdmin } from "./call-admin.ts";

interface SmallDeployment {
  readonly apiKey: string;
  readonly brainId: string;
  readonly installationId: string;
  readonly slug: string;
}

/**
 * Creates what a deployment that has just been set up contains: one brain with one short page that is not pinned, and
 * an installation without channels. A conformance run must not need more.
 */
export async function createSmallDeployment(service: SecondService): Promise<SmallDeployment> {
  const created = await callAdmin<Record<"key" | "brain" | "installation" | "page", { id: string; slug: string }>>(
    service,
    "create-records",
    {
      organization: { table: "organizations", values: {} },
      key: { table: "keys", values: { organizationId: "$organization" } },
      brain: { table: "brains", values: { organizationId: "$organization" } },
      installation: {
        table: "installations",
        values: { organizationId: "$organization", brainId: "$brain", teamId: "T" },
      },
      page: { table: "pages", values: { brainId: "$brain", title: "Hello", summary: "Hi.", body: "Hi." } },
    },
  );
  return {
    apiKey: created.key.id,
    brainId: created.brain.id,
    installationId: created.installation.id,
    slug: created.page.slug,
  };
}
