/** A row of `pages`, with the organization of its brain. */
export interface PageRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly brainId: string;
  readonly subjectId: string;
  readonly source: object | null;
  readonly pageType: string;
  readonly bucket: string;
  readonly bucketSource: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
  readonly entities: readonly string[];
  readonly sources: readonly { ingestSourceId: string; chunkUuids: readonly string[]; attachedAt: string }[];
  readonly backlinks: readonly string[];
  readonly embedding: readonly number[];
  readonly version: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly status: string;
  readonly lastCompiledAt: Date;
  readonly lastReferencedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
