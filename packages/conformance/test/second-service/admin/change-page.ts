import { Failure } from "../http/failure.ts";
import type { Rules } from "../rules/rules.ts";
import type { AdminCommand } from "./admin-command.ts";

/** Creates a command that changes a page by statements and returns it. */
export function changePage(statements: (rules: Rules) => readonly string[]): AdminCommand {
  return ({ database, rules, clock }, input) => {
    database.run(statements(rules), { ...input, now: clock.now() });
    const page = database.first<object>("SELECT * FROM page_records WHERE id = :id", input);
    if (page === undefined) throw new Failure(404, "There is no such page");
    const versions = database.all<object>("SELECT * FROM page_versions WHERE pageId = :id ORDER BY version", input);
    const connections = database.all<object>("SELECT * FROM connections WHERE :id IN (fromPageId, toPageId)", input);
    return { ...page, versions, connections };
  };
}
