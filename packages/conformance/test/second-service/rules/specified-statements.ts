import type { Rules } from "./rules.ts";

const isListed = "NOT archived AND status NOT IN ('archived', 'deprecated')";

/** The rules of the specification that are SQL. */
export const specifiedStatements = {
  pageCondition: "brainId = :brainId AND slug = :slug",
  archive: [
    `UPDATE pages SET statusBefore = status, archived = 1, status = 'archived', updatedAt = :now WHERE id = :id`,
  ],
  restore: ["UPDATE pages SET archived = 0, status = statusBefore, updatedAt = :now WHERE id = :id"],
  compile: ["UPDATE pages SET version = version + 1, lastCompiledAt = :now, updatedAt = :now WHERE id = :id"],
  edit: [
    `UPDATE pages SET version = version + 1, updatedAt = :now, title = coalesce(:title, title),
      summary = coalesce(:summary, summary), body = coalesce(:body, body) WHERE id = :id`,
  ],
  deprecate: ["UPDATE pages SET status = 'deprecated', updatedAt = :now WHERE id = :id AND NOT pinned"],
  read: ["UPDATE pages SET lastReferencedAt = :now WHERE id = :id"],
  listCondition: `brainId = :brainId AND ${isListed}`,
  searchCondition: `brainId = :brainId AND ${isListed} AND instr(title || ' ' || body, :text) > 0`,

  indexCondition: `brainId = :brainId AND ${isListed}`,
  indexOrder: "pinned DESC, updatedAt DESC, slug",
  indexQuery: (condition, order) => `SELECT * FROM page_records WHERE ${condition} ORDER BY ${order} LIMIT :limit`,

  channelCondition: "installationId = :installationId AND isVisible",
  bindingCondition: "id = :bindingId AND brainId = :brainId",
  updateBinding: [
    `UPDATE bindings SET notifyBriefs = coalesce(:notifyBriefs, notifyBriefs),
      notifyConnections = coalesce(:notifyConnections, notifyConnections),
      notifyChanges = coalesce(:notifyChanges, notifyChanges) WHERE id = :bindingId`,
  ],
  unbind: ["DELETE FROM bindings WHERE id = :bindingId AND brainId = :brainId"],
  setBindingStatus: ["UPDATE bindings SET status = :status WHERE id = :id"],
  deliverTo: `brainId = :brainId AND status = 'active' AND
    CASE :kind WHEN 'brief' THEN notifyBriefs WHEN 'connection' THEN notifyConnections ELSE notifyChanges END`,
} satisfies Partial<Rules>;
