import type { ArchivePageInput, Page } from "@knowledge-base/types";
import type { ResourceMethods } from "@knowledge-base/types/internal";
import type { CallPromise } from "../call/call-promise.ts";
import type { CallError } from "../errors/error-table.ts";
import type { CallOptions } from "../options/client-options.ts";

/** Archives the pages of brains. */
export interface Pages extends ResourceMethods<"pages"> {
  /**
   * Archives a page: hides it from lists and search until it is restored. Its content, versions and connections are kept.
   *
   * Rejects with a {@link CallError}.
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const page = await kb.pages.archive({ brainId: "brain_operations", slug: "weather-limits" });
   * console.log(page.status); // archived
   * ```
   *
   * @see [pages.archive](../../../../docs/operations/pages.archive.md)
   * @see Specification, section 4.2
   */
  archive(input: ArchivePageInput, options?: CallOptions): CallPromise<Page, CallError<"pages.archive">>;
}
