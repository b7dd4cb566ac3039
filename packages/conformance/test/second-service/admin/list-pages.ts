import type { AdminCommand } from "./admin-command.ts";

export const listPages: AdminCommand = ({ database, rules }, { brainId, text }) => {
  const condition = text === undefined ? rules.listCondition : rules.searchCondition;
  return database.all<object>(`SELECT * FROM page_records WHERE ${condition}`, { brainId, text });
};
