import { changeFields, changeFunction, changeReplies, changeSql, type Mutants } from "./mutant.ts";
import { Failure } from "./rules.ts";

const flags = ["notifyBriefs", "notifyConnections", "notifyChanges"];

// Sets a flag to its value in the body, or to something else if the body leaves it out.
const given = (flag: string, otherwise = flag) => `${flag} = coalesce(:${flag}, ${otherwise})`;

const set = (...columns: string[]) => `UPDATE bindings SET ${columns.join()} WHERE id = :bindingId`;

const ofOrganization = "organizationId = (SELECT organizationId FROM brains WHERE id = :brainId)";

const returnFlags = changeReplies("bindings.update", 200, ({ value }, { body }) => ({
  value: { ...Object(value), ...JSON.parse(body) },
}));

/** Mutants of channels, bindings and notifications. */
// biome-ignore format: one row a line
export const bindingMutants: Mutants = {
  // Section 2.5
  ...changeFields("bindings.update", {
    "binding-id-left-out": { id: undefined },
    "binding-team-left-out": { teamId: undefined },
    "binding-team-is-installation": ({ installationId }) => ({ teamId: installationId }),
    "binding-channel-is-name": ({ channelName, channelId }) => ({ channelId: channelName ?? channelId }),
    "binding-installation-is-team": ({ teamId }) => ({ installationId: teamId }),
    "binding-brain-left-out": { brainId: undefined },
    "binding-channel-name-left-out-if-null": ({ channelName }) => ({ channelName: channelName ?? undefined }),
    "binding-status-is-enabled": { status: "enabled" },
    "binding-status-always-active": { status: "active" },
    "binding-flag-as-number": ({ notifyBriefs }) => ({ notifyBriefs: Number(notifyBriefs) }),
    "binding-flag-left-out-if-false": (binding) => ({ notifyConnections: binding.notifyConnections || undefined }),
    "binding-created-at-is-now": () => ({ createdAt: new Date(Date.now() + 5000) }),
    "binding-created-at-in-seconds": ({ createdAt }) => ({ createdAt: Math.floor(createdAt.getTime() / 1000) }),
  }),
  ...changeSql("updateBinding", {
    "update-moves-created-at": `; ${set("createdAt = 0")}`,
    "update-forgets-channel-name": `; ${set("channelName = NULL")}`,
  }),
  // Section 2.6
  ...changeFields("channels.list", {
    "channel-member-left-out-if-private": ({ isPrivate, isMember }) => ({ isMember: isPrivate ? undefined : isMember }),
    "channel-member-always-true": { isMember: true },
    "channel-member-if-private": ({ isPrivate, isMember }) => ({ isMember: isPrivate || isMember }),
    "channel-member-reversed": ({ isMember }) => ({ isMember: !isMember }),
    "channel-private-as-text": ({ isPrivate }) => ({ isPrivate: isPrivate ? "private" : "public" }),
    "channel-private-never": { isPrivate: false },
    "channel-name-hidden-if-private": ({ isPrivate, name }) => ({ name: isPrivate ? null : name }),
    "channel-name-with-hash": ({ name }) => ({ name: `#${name}` }),
    "channel-id-is-name": ({ name }) => ({ id: name }),
  }),
  // Section 2.8
  ...changeFields("bindings.unbind", {
    "disconnected-false": { disconnected: false },
    "disconnected-as-text": ({ disconnected }) => ({ disconnected: String(disconnected) }),
    "disconnected-named-success": { disconnected: undefined, success: true },
    "disconnected-always": { disconnected: true },
  }),
  // Section 3
  ...changeSql("updateBinding", {
    "update-activates": `; ${set("status = 'active'")}`,
    "update-disables-without-flags": `; ${set("status = 'disabled'")} AND NOT (notifyBriefs OR notifyConnections OR notifyChanges)`,
  }),
  ...changeSql("unbind", {
    "unbind-does-nothing": "UPDATE bindings SET status = status WHERE id = :bindingId AND brainId = :brainId",
    "unbind-disables-only": "UPDATE bindings SET status = 'disabled' WHERE id = :bindingId AND brainId = :brainId",
    "unbind-keeps-disabled": " AND status = 'active'",
    "unbind-removes-all-of-the-brain": "DELETE FROM bindings WHERE brainId = :brainId",
    "unbind-removes-all-of-the-installation": `DELETE FROM bindings
      WHERE brainId = :brainId AND installationId = (SELECT installationId FROM bindings WHERE id = :bindingId)`,
    "unbind-removes-channel-from-all-brains":
      "DELETE FROM bindings WHERE channelId = (SELECT channelId FROM bindings WHERE id = :bindingId)",
    "unbind-removes-disabled-too": "DELETE FROM bindings WHERE (id = :bindingId OR status = 'disabled') AND brainId = :brainId",
    "unbind-disables-others": "; UPDATE bindings SET status = 'disabled' WHERE brainId = :brainId AND id != :bindingId",
    "unbind-clears-flags-of-others": "; UPDATE bindings SET notifyBriefs = 0 WHERE brainId = :brainId",
    "unbind-removes-installation-with-last-binding":
      `; DELETE FROM installations WHERE ${ofOrganization} AND id NOT IN (SELECT installationId FROM bindings)`,
    "unbind-removes-installation":
      `DELETE FROM installations WHERE id = (SELECT installationId FROM bindings WHERE id = :bindingId AND brainId = :brainId)`,
    "unbind-removes-channel":
      `DELETE FROM channels WHERE id = (SELECT channelId FROM bindings WHERE id = :bindingId AND brainId = :brainId)`,
    "unbind-leaves-channel": `; UPDATE channels SET isMember = 0 WHERE id NOT IN (SELECT channelId FROM bindings WHERE brainId = :brainId)
      AND installationId IN (SELECT id FROM installations WHERE ${ofOrganization})`,
  }),
  // Section 4.1
  ...changeSql("updateBinding", {
    "update-resets-omitted-flags": set(...flags.map((flag) => given(flag, "0"))),
    "update-resets-one-omitted-flag": `; ${set(given("notifyChanges", "1"))}`,
    "update-ignores-changes-flag": set(given("notifyBriefs"), given("notifyConnections")),
    "update-ignores-false": set(...flags.map((flag) => `${flag} = ${flag} OR coalesce(:${flag}, 0)`)),
    "update-swaps-flags": set(
      given("notifyBriefs"),
      "notifyConnections = coalesce(:notifyChanges, notifyConnections)",
      "notifyChanges = coalesce(:notifyConnections, notifyChanges)",
    ),
    "update-of-nothing-clears-flags":
      `; ${set("notifyBriefs = 0")} AND coalesce(:notifyBriefs, :notifyConnections, :notifyChanges) IS NULL`,
    "update-changes-one-flag-only": (sql) => `${set(given("notifyBriefs"))}; ${sql} AND :notifyBriefs IS NULL`,
    "update-changes-all-of-the-brain": (sql) => sql.replace("id = :bindingId", "brainId = :brainId"),
    "update-changes-all-of-the-channel":
      (sql) => sql.replace("id = :bindingId", "channelId = (SELECT channelId FROM bindings WHERE id = :bindingId)"),
  }),
  ...changeFields("bindings.update", {
    "update-returns-former-flags":
      (_, { body }) => Object.fromEntries(Object.entries(JSON.parse(body)).map(([name, value]) => [name, !value])),
  }),
  ...changeFunction("readFlag", {
    "update-needs-all-flags": (read, value, name) => read(value ?? null, name),
    "update-accepts-text": (read, value, name) => read(typeof value === "string" ? value === "true" : value, name),
    "update-accepts-null": (read, value, name) => read(value ?? undefined, name),
    "update-accepts-numbers": (read, value, name) => read(typeof value === "number" ? value === 1 : value, name),
    "update-checks-first-flag-only": (read, value, name) => name === "notifyBriefs" ? read(value, name) : Boolean(value),
  }),
  ...changeFunction("readObject", {
    "update-needs-a-flag": (read, text, contentType) => read(text === "{}" ? "" : text, contentType),
    "update-accepts-broken-json": (read, text, contentType) => read(text === "{" ? "{}" : text, contentType),
    "update-accepts-a-list": (read, text, contentType) => read(text.startsWith("[") ? "{}" : text, contentType),
  }),
  "update-is-not-stored": (rules) => ({ ...returnFlags(rules), updateBinding: "" }),
  "update-returns-201": changeReplies("bindings.update", 200, { status: 201 }),
  "update-returns-204": changeReplies("bindings.update", 200, { status: 204, value: undefined }),
  "update-finds-binding-in-any-brain": { bindingCondition: "id = :bindingId" },
  "update-of-missing-binding-returns-another": { bindingCondition: "brainId = :brainId ORDER BY id = :bindingId DESC" },
  // Section 4.3
  ...changeSql("channelCondition", {
    "channels-of-members-only": " AND isMember",
    "channels-that-are-public-only": " AND NOT isPrivate",
    "channels-that-are-not-bound-only": " AND id NOT IN (SELECT channelId FROM bindings)",
    "channels-that-are-invisible": "installationId = :installationId",
    "channels-of-all-installations":
      "isVisible AND installationId IN (SELECT id FROM installations WHERE organizationId = :organizationId)",
  }),
  "channels-in-an-object": changeReplies("channels.list", 200, ({ value }) => ({ value: { channels: value } })),
  "installation-id-optional": changeReplies("channels.list", 400, { status: 200, value: [] }),
  "installation-id-missing-is-404": {
    readInstallationId: (query) => {
      const installationId = query.get("installationId");
      if (installationId === null) throw new Failure(404, "Installation not found");
      return installationId;
    },
  },
  "installation-missing-returns-nothing": changeReplies("channels.list", 404, { status: 200, value: [] }),
  // Section 4.6
  "unbind-ignores-binding-id": { unbind: "DELETE FROM bindings WHERE id = (SELECT id FROM bindings WHERE brainId = :brainId LIMIT 1)" },
  "unbind-from-any-brain": { unbind: "DELETE FROM bindings WHERE id = :bindingId" },
  "unbind-returns-204": changeReplies("bindings.unbind", 200, { status: 204, value: undefined }),
  "unbind-returns-binding-id": changeReplies("bindings.unbind", 200, (_, { path }) => ({ value: path.split("/").at(-1) })),
  // Section 6
  ...changeSql("deliverTo", {
    "changes-never-delivered": " AND :kind != 'change'",
    "private-channels-get-nothing": " AND channelId IN (SELECT id FROM channels WHERE NOT isPrivate)",
    "one-channel-for-each-brain": " LIMIT 1",
    "disabled-bindings-deliver": (sql) => sql.replace("status = 'active' AND", ""),
    "disabled-bindings-deliver-briefs":
      (sql) => sql.replace("status = 'active'", "status IN ('active', iif(:kind = 'brief', 'disabled', ''))"),
    "briefs-ignore-flag": (sql) => sql.replace("THEN notifyBriefs", "THEN 1"),
    "connections-follow-changes-flag": (sql) => sql.replace("THEN notifyConnections", "THEN notifyChanges"),
    "changes-follow-briefs-flag": (sql) => sql.replace("ELSE notifyChanges", "ELSE notifyBriefs"),
    "any-flag-delivers-everything": (sql) => sql.replace(/CASE.*END/s, `(${flags.join(" OR ")})`),
    "all-brains-get-notifications": (sql) => sql.replace("= :brainId", "IN (SELECT id FROM brains)"),
  }),
  ...changeSql("setBindingStatus", {
    "reactivated-bindings-stay-silent": (sql) => sql.replace("SET", "SET notifyConnections = 0, notifyChanges = 0,"),
  }),
};
