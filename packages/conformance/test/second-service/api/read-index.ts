import type { Operation } from "./operation.ts";

export const readIndex: Operation = ({ database, rules }, { request, findBrain }) => {
  const { query } = request;
  const limit = rules.readLimit(query.getAll("limit").length > 1 ? "" : query.get("limit"));
  const { id: brainId } = findBrain();
  const select = rules.indexQuery(rules.indexCondition, rules.indexOrder);
  return rules
    .indexPages(database, select, brainId, limit)
    .map((page) => ({ ...page, summary: rules.summarize(page.summary, page) }))
    .map((page) => rules.present.indexEntry(page, request));
};
