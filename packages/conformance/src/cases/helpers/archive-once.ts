import type { Page } from "@knowledge-base/types";
import { nothingIfRefused, type Service } from "../../run/service.ts";
import { requireData } from "../../run/verdict.ts";
import type { ShownPage } from "../../target/controls.ts";
import { expectSameShown, findSeen, type Observation, observe, shownPageFields } from "./observe.ts";

interface Archived {
  readonly page: Page;
  // What was visible before.
  readonly before: Observation;
  // What the control `readPage` showed of the page before.
  readonly shown: ShownPage;
  // The slugs that the control `searchPages` found for the title of the page before.
  readonly found: readonly string[];
}

/** Archives the known page. Later calls return the result of the first. */
export function archiveOnce(service: Service, { brainId, slug }: { brainId: string; slug: string }): Promise<Archived> {
  return service.once("archive", async () => {
    const before = await observe(service);
    const { title: text } = findSeen(before, "index", brainId, slug)?.fields ?? {};
    const search = typeof text === "string" ? service.control("searchPages")?.({ brainId, text }) : undefined;
    const found = (await search?.catch(nothingIfRefused)) ?? [];
    const shown = findSeen(before, "record", brainId, slug)?.fields ?? {};
    return { before, shown, found, page: await service.call("pages.archive") };
  });
}

// Archiving and restoring a page change these fields, at most.
const changingFields = ["archived", "status", "lastReferencedAt", "updatedAt"];
const keptFields = shownPageFields.filter((name) => !changingFields.includes(name));

/** Expects the content of a page to be the same, as far as both records have it. */
export function expectContentKept(before: ShownPage, after: ShownPage, when: string): void {
  requireData(
    keptFields.some((field) => field in before && field in after),
    "a control readPage that returns fields of the page",
  );
  expectSameShown(`the page ${when}`, keptFields, before, after);
}
