import type { plannedPages } from "./planned-pages.ts";
import type { plannedRecords } from "./planned-records.ts";

type Key = "apiKey" | "readerApiKey" | "foreignApiKey";
type Page = keyof typeof plannedPages;

/**
 * The ids of the planned records, as `brainId` for the record `brain`, the slugs of the pages, as `pageSlug`, and the
 * API keys.
 */
export type Records = { readonly [K in Key]: string } & {
  readonly [R in Exclude<keyof typeof plannedRecords, Key> as `${R}Id`]: string;
} & { readonly [P in Page as `${P}Slug`]: string };
