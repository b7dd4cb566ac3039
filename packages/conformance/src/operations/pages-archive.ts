import { expect } from "../conformance-error.ts";
import type { OperationSpec } from "../operation-spec.ts";
import { refusesMalformedPath, refusesStrangers, refusesUnknown } from "../refusals.ts";

/** Specification, sections 3 and 4.2. */
export const pagesArchive: OperationSpec<"pages.archive"> = {
  id: "pages.archive",
  success: {
    title: "returns the page and hides it from the prompt index",
    async run(service) {
      const page = await service.succeed("pages.archive");
      expect(page.slug === service.known.slug, `the archived page has the slug ${page.slug}`);
      expect(page.brainId === service.known.brainId, `the archived page belongs to the brain ${page.brainId}`);
      const entries = await service.succeed("promptIndex.get");
      expect(!entries.some(({ slug }) => slug === page.slug), "the prompt index still shows the archived page");
    },
  },
  errors: {
    400: refusesMalformedPath("pages.archive"),
    401: refusesStrangers("pages.archive"),
    404: refusesUnknown("pages.archive", ["brainId", "slug"]),
  },
};
