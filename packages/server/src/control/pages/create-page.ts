import { limits, type Page, pageSchema } from "@knowledge-base/types";
import { generateUniqueId } from "../../ids.ts";
import type { StoredPage } from "../../store/state.ts";
import { truncate } from "../../truncate.ts";
import type { Command } from "../command.ts";
import { timeOf } from "../control-context.ts";
import { attach, changesOf } from "./page-content.ts";
import type { CreatePageInput } from "./page-inputs.ts";
import { pageInputs } from "./page-schemas.ts";
import { slugOf } from "./slug.ts";

/** Creates a page. */
export const createPage: Command<CreatePageInput, Page> = {
  summary: "Create a page",
  input: pageInputs.create,
  output: pageSchema,
  run(input, context) {
    const { brain, organization } = context.brain(input.brainId);
    const { pageIds } = context.serverState.store;
    const now = timeOf(organization);
    const page: StoredPage = {
      id: input.id ?? generateUniqueId(organization.ids, "page", (candidate) => pageIds.has(candidate)),
      tenantId: input.tenantId ?? organization.store.organization.id,
      subjectId: input.subjectId ?? input.brainId,
      brainId: input.brainId,
      source: input.source ?? null,
      pageType: "topic",
      bucket: "inbox",
      bucketSource: "auto",
      slug: input.slug ?? slugOf(input.title, (slug) => brain.pages.get(slug) !== undefined),
      title: input.title,
      summary: summaryOf(input.body),
      body: input.body,
      entities: [],
      sources: attach(input.sources ?? [], now),
      backlinks: [],
      embedding: [],
      version: 1,
      pinned: input.pinned ?? false,
      archived: false,
      status: "active",
      lastCompiledAt: now,
      lastReferencedAt: null,
      createdAt: now,
      updatedAt: now,
      ...changesOf(input),
      ...(input.bucketSource !== undefined && { bucketSource: input.bucketSource }),
    };
    context.add("pages", page);
    return page;
  },
};

/** The first paragraph of a body, as a summary. */
function summaryOf(body: string): string {
  const [paragraph = ""] = body.trim().split(/\n\s*\n/);
  return truncate(paragraph.trim().replaceAll(/\s+/g, " "), limits.indexSummaryLength);
}
