import { randomUUID } from "node:crypto";
import type { AdminCommand } from "./admin-command.ts";

export const approveOauth: AdminCommand = ({ database }, { authorizationUrl, teamId }) => {
  const state = new URL(String(authorizationUrl)).searchParams.get("state") ?? "";
  const code = randomUUID();
  database.run(["INSERT INTO oauth_codes VALUES (:code, :state, :teamId)"], { code, state, teamId });
  return { code, state };
};
