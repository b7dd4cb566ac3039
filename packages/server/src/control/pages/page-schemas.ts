import {
  bucketSources,
  buckets,
  embeddingSchema,
  identifierSchema,
  type PageSource,
  pageSourceSchema,
  pageTypes,
  strictObjectSchema,
  timestampSchema,
} from "@knowledge-base/types";
import * as z from "zod/mini";
import { pathIdSchema } from "../../store/state-schemas.ts";
import { inputSchema } from "../command.ts";
import type {
  AttachSourceInput,
  CompilePageInput,
  CreatePageInput,
  EditPageInput,
  MarkPageInput,
  PageAddress,
} from "./page-inputs.ts";

const written = z.string().check(z.regex(/\S/, "must not be empty"));
const texts = z.array(z.string());

const address = { brainId: identifierSchema, slug: identifierSchema };

const content = {
  title: z.optional(written),
  summary: z.optional(z.string()),
  body: z.optional(written),
  entities: z.optional(texts),
  backlinks: z.optional(texts),
  embedding: z.optional(embeddingSchema),
  pageType: z.optional(z.enum(pageTypes)),
  bucket: z.optional(z.enum(buckets)),
};

const sources = z.optional(
  z.array(
    inputSchema<AttachSourceInput>({
      ingestSourceId: identifierSchema,
      chunkUuids: z.optional(texts),
      attachedAt: z.optional(timestampSchema),
    }),
  ),
);

/** Schemas of the inputs of the commands for pages. */
export const pageInputs = {
  address: inputSchema<PageAddress>(address),
  create: inputSchema<CreatePageInput>({
    brainId: identifierSchema,
    ...content,
    title: written,
    body: written,
    id: z.optional(identifierSchema),
    slug: z.optional(pathIdSchema),
    tenantId: z.optional(identifierSchema),
    subjectId: z.optional(identifierSchema),
    source: z.optional(z.nullable(strictObjectSchema<PageSource>(pageSourceSchema._zod.def.shape))),
    bucketSource: z.optional(z.enum(bucketSources)),
    sources,
    pinned: z.optional(z.boolean()),
  }),
  edit: inputSchema<EditPageInput>({ ...address, ...content }),
  compile: inputSchema<CompilePageInput>({ ...address, ...content, sources }),
  mark: inputSchema<MarkPageInput>({ ...address, status: z.enum(["active", "stale", "contested"]) }),
};
