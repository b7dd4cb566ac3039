import type { StateInput } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";

const organizationId = "org_harbour_line";

/** The key of an organization that has {@link brainIds}. */
export const apiKey = "kb_demo_harbour_line";

const demo = demoSeed();
const more = Array.from({ length: 58 }, (_, index) => ({
  id: `brain_${index + 1}`,
  organizationId,
  name: `Brain ${index + 1}`,
}));

/** A brain whose id is encoded in a path, and decoded in variables of nginx. */
export const oddBrainId = '"lost"/found?';
const oddBrain = { id: oddBrainId, organizationId, name: "Lost and found" };

/** Slugs of pages that every one of {@link brainIds} has. */
export const sharedSlugs = ["rules", "log"] as const;

const brains = [...(demo.brains ?? []), ...more, oddBrain];

/** The demo seed, with enough brains to show how they are distributed. */
export const seed: StateInput = {
  ...demo,
  brains,
  pages: [
    ...(demo.pages ?? []),
    ...brains.flatMap(({ id }) => sharedSlugs.map((slug) => ({ brainId: id, slug, title: slug }))),
  ],
};

/** Brains of the organization. */
export const brainIds = brains.filter((brain) => brain.organizationId === organizationId).map(({ id }) => id);
