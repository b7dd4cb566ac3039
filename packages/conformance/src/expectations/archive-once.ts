import type { IndexEntry, Page } from "@knowledge-base/types";
import type { Service } from "../service.ts";
import type { ShownPage } from "../target-controls.ts";
import { readIndex } from "./read-index.ts";

/** The archived page, and what the service showed before. */
export interface ArchiveResult {
  /** The prompt index. */
  readonly before: readonly IndexEntry[];
  /** The page as the control `readPage` returned it. */
  readonly readBefore: ShownPage | undefined;
  /** The slugs that the control `listPages` returned. */
  readonly listedBefore: readonly string[] | undefined;
  /** The slugs that the control `searchPages` returned for the title of the page. */
  readonly foundBefore: readonly string[] | undefined;
  /** The prompt index of the second brain. */
  readonly otherBefore: readonly IndexEntry[] | undefined;
  readonly page: Page;
}

/** Archives the known page. Later calls return the result of the first. Needs write, brainId and slug. */
export function archiveOnce(service: Service): Promise<ArchiveResult> {
  return service.once("archive", async () => {
    const [brainId, slug] = [service.recordId("brainId"), service.recordId("slug")];
    const before = await readIndex(service);
    // A control that rejects is an error only of the cases that need it.
    const readBefore = await service
      .controlIfAvailable("readPage")?.({ brainId, slug })
      .catch(() => undefined);
    const listedBefore = await service
      .controlIfAvailable("listPages")?.({ brainId })
      .catch(() => undefined);
    const text = before.find((entry) => entry.slug === slug)?.title;
    const foundBefore = await (text === undefined
      ? undefined
      : service
          .controlIfAvailable("searchPages")?.({ brainId, text })
          .catch(() => undefined));
    const secondBrainId = service.recordIfAvailable("secondBrainId");
    const otherBefore = secondBrainId === undefined ? undefined : await readIndex(service, { brainId: secondBrainId });
    const page = await service.expectSuccess("pages.archive");
    return { before, readBefore, listedBefore, foundBefore, otherBefore, page };
  });
}
