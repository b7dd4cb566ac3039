import { assert } from "../assert.ts";
import type { ConformanceGroup } from "../conformance-case.ts";
import { assertNotShown } from "../expectations/assert-not-shown.ts";
import { expectNothingRemoved } from "../expectations/expect-nothing-removed.ts";
import { readIndex } from "../expectations/read-index.ts";
import { jsonEqual } from "../json-equal.ts";
import { requireData } from "../require-data.ts";

/** Two brains of one organization. */
export const brains: ConformanceGroup = {
  title: "Brains",
  cases: {
    index: {
      title: "shows each brain's own pages in its prompt index",
      sentences: ["4.4/top-pages", "2.1/brainId"],
      level: "required",
      needs: { records: ["brainId", "secondBrainId"] },
      async run(service) {
        const first = await readIndex(service);
        const second = await readIndex(service, { brainId: service.recordId("secondBrainId") });
        requireData(first.length + second.length > 0, "needs a brain with a page");
        assert(!jsonEqual(first, second), "the prompt indexes of two brains are equal");
      },
    },
    "no-other-pages": {
      title: "shows no page of another brain in its prompt index",
      sentences: ["4.4/top-pages", "2.1/brainId"],
      level: "required",
      needs: { records: ["brainId", "secondBrainId", "secondBrainSlug"] },
      run: (service) => assertNotShown(service, "secondBrainSlug"),
    },
    "page-of-another": {
      title: "does not find a page of one brain in another",
      sentences: ["4.2/slug", "4.2/errors", "2.1/slug"],
      level: "required",
      needs: { write: true, records: ["brainId", "secondBrainId", "secondBrainSlug"] },
      async run(service) {
        const [slug, brainId] = [service.recordId("secondBrainSlug"), service.recordId("secondBrainId")];
        await service.expectError("pages.archive", 404, { ids: { slug } });
        const others = await readIndex(service, { brainId });
        assert(
          others.some((entry) => entry.slug === slug),
          `the index of the brain ${brainId} does not show its page ${slug}`,
        );
      },
    },
    "binding-of-another": {
      title: "neither changes nor removes a binding of one brain through another",
      sentences: ["2.5/brainId", "4.6/one-channel", "4.1/request"],
      level: "required",
      needs: { write: true, records: ["brainId", "bindingId", "secondBrainId"] },
      async run(service) {
        const { notifyBriefs } = await service.expectSuccess("bindings.update");
        const ids = { brainId: service.recordId("secondBrainId") };
        (await service.send("bindings.update", { ids, body: { notifyBriefs: !notifyBriefs } })).expectNoSuccess();
        expectNothingRemoved(await service.send("bindings.unbind", { ids }));
        const after = await service.expectSuccess("bindings.update");
        assert(after.notifyBriefs === notifyBriefs, "a request to another brain changed the binding");
      },
    },
  },
};
