import type { PageRecord } from "../database/page-record.ts";
import { Failure } from "../http/failure.ts";
import { invalid } from "../http/invalid.ts";
import type { Operation } from "./operation.ts";

export const archivePage: Operation = ({ database, rules, clock }, { request, parameters: { slug }, findBrain }) => {
  const { id: brainId } = findBrain();
  const find = `SELECT * FROM page_records WHERE ${rules.pageCondition}`;
  const page = database.first<PageRecord>(find, { brainId, slug });
  if (page === undefined) throw new Failure(404, "Page not found");
  if (!page.archived && page.status !== "archived") database.run(rules.archive, { id: page.id, now: clock.now() });
  else if (rules.refusesSecondArchive) throw invalid("slug", "is the slug of an archived page");
  const archived = database.first<PageRecord>("SELECT * FROM page_records WHERE id = :id", { id: page.id });
  return rules.present.page(archived ?? page, request);
};
