import { invalid } from "../http/invalid.ts";
import { readState } from "../oauth/read-state.ts";
import type { AdminCommand } from "./admin-command.ts";

export const confirmOauth: AdminCommand = ({ database, rules, clock, secret }, { brainId, code, state }) => {
  const { state: content, isSigned } = readState(String(state), secret);
  if (!rules.acceptsState(content, isSigned, String(brainId), clock.now())) throw invalid("state", "is not valid");
  const approval = database.first<{ teamId: string }>("SELECT * FROM oauth_codes WHERE code = :code", { code });
  if (approval === undefined) throw invalid("code", "is not known to the platform");
  const id = rules.createId("installations", database.nextNumber());
  const values = { id, brainId: content.brainId, teamId: approval.teamId };
  const insert = "INSERT INTO installations SELECT :id, organizationId, id, :teamId FROM brains WHERE id = :brainId";
  database.run([insert], values);
  return database.first<object>("SELECT * FROM installations WHERE id = :id", values) ?? {};
};
