import type { Page } from "@knowledge-base/types";
import { type Service, undefinedIfRefused } from "../run/service.ts";
import { requireData } from "../run/verdict.ts";
import type { ShownPage } from "../target/controls.ts";
import { expectSameFields, findPage, isSameValue, type Observation, observe, shownPageFields } from "./observation.ts";

/** An archived page. */
export interface Archived {
  readonly page: Page;
  /** What was visible before. */
  readonly before: Observation;
  /** The slugs that the control `searchPages` found for the title of the page before. */
  readonly found: readonly string[];
}

/** Archives the known page. Later calls return the result of the first. */
export function archiveOnce(service: Service, { brainId, slug }: { brainId: string; slug: string }): Promise<Archived> {
  return service.once("archive", async () => {
    const before = await observe(service);
    const text = findPage(before, "index", brainId, slug)?.title;
    const search = text === undefined ? undefined : service.control("searchPages")?.({ brainId, text });
    const found = (await search?.catch(undefinedIfRefused)) ?? [];
    return { before, found, page: await service.call("pages.archive") };
  });
}

/** Archiving and restoring a page change these fields, at most. */
const changingFields = ["archived", "status", "lastReferencedAt", "updatedAt"];
const keptFields = shownPageFields.filter((name) => !changingFields.includes(name)) as (keyof ShownPage)[];

/** Expects the content of a page to be the same, as far as both records have it. */
export function expectContentKept(before: ShownPage, after: ShownPage, when: string): void {
  const compared = keptFields.filter((field) => before[field] !== undefined && after[field] !== undefined);
  requireData(compared.length > 0, "a control readPage that returns fields of the page");
  expectSameFields(`the page ${when}`, compared, before, after, isSameValue);
}
