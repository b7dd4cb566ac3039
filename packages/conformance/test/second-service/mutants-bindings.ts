import { append, changeReplies, fieldsOf, inSection, type RuleChange, replace } from "./mutant.ts";
import { Failure } from "./requests.ts";

const channelFields = fieldsOf("channel", {
  "channel-member-left-out-if-private": ({ isPrivate, isMember }) => ({ isMember: isPrivate ? undefined : isMember }),
  "channel-member-always-true": { isMember: true },
  "channel-member-if-private": ({ isPrivate, isMember }) => ({ isMember: isPrivate || isMember }),
  "channel-member-reversed": ({ isMember }) => ({ isMember: !isMember }),
  "channel-private-as-text": ({ isPrivate }) => ({ isPrivate: isPrivate ? "private" : "public" }),
  "channel-private-never": { isPrivate: false },
  "channel-name-hidden-if-private": ({ isPrivate, name }) => ({ name: isPrivate ? null : name }),
  "channel-name-with-hash": ({ name }) => ({ name: `#${name}` }),
  "channel-id-is-name": ({ name }) => ({ id: name }),
});

const bindingFields = fieldsOf("binding", {
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
});

const disconnectFields = fieldsOf("disconnect", {
  "disconnected-false": { disconnected: false },
  "disconnected-as-text": ({ disconnected }) => ({ disconnected: String(disconnected) }),
  "disconnected-named-success": { disconnected: undefined, success: true },
  "disconnected-always": { disconnected: true },
});

const flags = ["notifyBriefs", "notifyConnections", "notifyChanges"];

/** Sets a flag to that of the body, or to something else if the body leaves it out. */
const given = (flag: string, otherwise = flag) => `${flag} = coalesce(:${flag}, ${otherwise})`;

/** Replaces the statement that sets the flags. */
const sets = (...assignments: string[]): RuleChange => ({
  updateBinding: `UPDATE bindings SET ${assignments.join()} WHERE id = :bindingId`,
});

/** Changes bindings after the flags are set. */
const alsoSets = (assignment: string, condition = "1"): RuleChange =>
  append("updateBinding", `; UPDATE bindings SET ${assignment} WHERE id = :bindingId AND ${condition}`);

const updates = {
  "update-resets-omitted-flags": sets(...flags.map((flag) => given(flag, "0"))),
  "update-resets-one-omitted-flag": alsoSets(given("notifyChanges", "1")),
  "update-ignores-changes-flag": sets(given("notifyBriefs"), given("notifyConnections")),
  "update-ignores-false": sets(...flags.map((flag) => `${flag} = ${flag} OR coalesce(:${flag}, 0)`)),
  "update-swaps-flags": sets(
    given("notifyBriefs"),
    "notifyConnections = coalesce(:notifyChanges, notifyConnections)",
    "notifyChanges = coalesce(:notifyConnections, notifyChanges)",
  ),
  "update-changes-one-flag-only": ({ updateBinding }) => ({
    updateBinding: `UPDATE bindings SET ${given("notifyBriefs")} WHERE id = :bindingId;
      ${updateBinding} AND :notifyBriefs IS NULL`,
  }),
  "update-is-not-stored": ({ present }) => ({
    updateBinding: "",
    present: {
      ...present,
      binding: (binding, request) => ({ ...present.binding(binding, request), ...JSON.parse(request.body) }),
    },
  }),
  ...fieldsOf("binding", {
    "update-returns-former-flags": (_, { body }) =>
      Object.fromEntries(Object.entries(JSON.parse(body)).map(([name, value]) => [name, !value])),
  }),
  "update-needs-a-flag": ({ readObject }) => ({
    readObject: (text, contentType) => readObject(text === "{}" ? "" : text, contentType),
  }),
  "update-of-nothing-clears-flags": alsoSets(
    "notifyBriefs = 0",
    "coalesce(:notifyBriefs, :notifyConnections, :notifyChanges) IS NULL",
  ),
  "update-needs-all-flags": ({ readFlag }) => ({ readFlag: (value, name) => readFlag(value ?? null, name) }),
  "update-accepts-text": ({ readFlag }) => ({
    readFlag: (value, name) => readFlag(typeof value === "string" ? value === "true" : value, name),
  }),
  "update-accepts-null": ({ readFlag }) => ({ readFlag: (value, name) => readFlag(value ?? undefined, name) }),
  "update-accepts-numbers": ({ readFlag }) => ({
    readFlag: (value, name) => readFlag(typeof value === "number" ? value === 1 : value, name),
  }),
  "update-checks-first-flag-only": ({ readFlag }) => ({
    readFlag: (value, name) => (name === "notifyBriefs" ? readFlag(value, name) : Boolean(value)),
  }),
  "update-accepts-broken-json": ({ readObject }) => ({
    readObject: (text, contentType) => readObject(text === "{" ? "{}" : text, contentType),
  }),
  "update-accepts-a-list": ({ readObject }) => ({
    readObject: (text, contentType) => readObject(text.startsWith("[") ? "{}" : text, contentType),
  }),
  "update-returns-201": changeReplies("updateBinding", 200, { status: 201 }),
  "update-returns-204": changeReplies("updateBinding", 200, { status: 204, value: undefined }),
  "update-changes-all-of-the-brain": replace("updateBinding", "id = :bindingId", "brainId = :brainId"),
  "update-changes-all-of-the-channel": replace(
    "updateBinding",
    "id = :bindingId",
    "channelId = (SELECT channelId FROM bindings WHERE id = :bindingId)",
  ),
  "update-finds-binding-in-any-brain": { bindingCondition: "id = :bindingId" },
  "update-of-missing-binding-returns-another": {
    bindingCondition: "brainId = :brainId ORDER BY id = :bindingId DESC",
  },
} satisfies Record<string, RuleChange>;

const ofBinding = "(SELECT installationId FROM bindings WHERE id = :bindingId AND brainId = :brainId)";
const ofOrganization = "organizationId = (SELECT organizationId FROM brains WHERE id = :brainId)";

export const bindingMutants = {
  ...inSection("2.5", {
    ...bindingFields,
    "update-moves-created-at": alsoSets("createdAt = 0"),
    "update-forgets-channel-name": alsoSets("channelName = NULL"),
  }),
  ...inSection("2.6", channelFields),
  ...inSection("2.8", disconnectFields),
  // "The installation and other bindings are unaffected."
  ...inSection("3", {
    "update-activates": alsoSets("status = 'active'"),
    "update-disables-without-flags": alsoSets(
      "status = 'disabled'",
      "NOT (notifyBriefs OR notifyConnections OR notifyChanges)",
    ),
    "unbind-removes-all-of-the-brain": { unbind: "DELETE FROM bindings WHERE brainId = :brainId" },
    "unbind-removes-all-of-the-installation": {
      unbind: `DELETE FROM bindings WHERE brainId = :brainId
        AND installationId = (SELECT installationId FROM bindings WHERE id = :bindingId)`,
    },
    "unbind-removes-channel-from-all-brains": {
      unbind: "DELETE FROM bindings WHERE channelId = (SELECT channelId FROM bindings WHERE id = :bindingId)",
    },
    "unbind-removes-disabled-too": {
      unbind: "DELETE FROM bindings WHERE (id = :bindingId OR status = 'disabled') AND brainId = :brainId",
    },
    "unbind-disables-others": append(
      "unbind",
      "; UPDATE bindings SET status = 'disabled' WHERE brainId = :brainId AND id != :bindingId",
    ),
    "unbind-clears-flags-of-others": append(
      "unbind",
      "; UPDATE bindings SET notifyBriefs = 0 WHERE brainId = :brainId",
    ),
    "unbind-removes-installation-with-last-binding": append(
      "unbind",
      `; DELETE FROM installations WHERE ${ofOrganization} AND id NOT IN (SELECT installationId FROM bindings)`,
    ),
    "unbind-removes-installation": { unbind: `DELETE FROM installations WHERE id = ${ofBinding}` },
    "unbind-removes-channel": {
      unbind: `DELETE FROM channels WHERE id = ${ofBinding.replace("installationId", "channelId")}`,
    },
    "unbind-leaves-channel": append(
      "unbind",
      `; UPDATE channels SET isMember = 0 WHERE id NOT IN (SELECT channelId FROM bindings WHERE brainId = :brainId)
        AND installationId IN (SELECT id FROM installations WHERE ${ofOrganization})`,
    ),
    "unbind-disables-only": replace("unbind", "DELETE FROM bindings", "UPDATE bindings SET status = 'disabled'"),
    "unbind-does-nothing": replace("unbind", "DELETE FROM bindings", "UPDATE bindings SET status = status"),
    "unbind-keeps-disabled": append("unbind", " AND status = 'active'"),
  }),
  ...inSection("4.1", updates),
  // "Lists the channels visible to the service's bot in the installation."
  ...inSection("4.3", {
    "channels-of-members-only": append("channelCondition", " AND isMember"),
    "channels-that-are-public-only": append("channelCondition", " AND NOT isPrivate"),
    "channels-that-are-not-bound-only": append("channelCondition", " AND id NOT IN (SELECT channelId FROM bindings)"),
    "channels-that-are-invisible": { channelCondition: "installationId = :installationId" },
    "channels-of-all-installations": {
      channelCondition:
        "isVisible AND installationId IN (SELECT id FROM installations WHERE organizationId = :organizationId)",
    },
    "channels-in-an-object": changeReplies("listChannels", 200, ({ value }) => ({ value: { channels: value } })),
    "installation-id-optional": changeReplies("listChannels", 400, { status: 200, value: [] }),
    "installation-id-missing-is-404": {
      readInstallationId: (query) => {
        const installationId = query.get("installationId");
        if (installationId === null) throw new Failure(404, "Installation not found");
        return installationId;
      },
    },
    "installation-missing-returns-nothing": changeReplies("listChannels", 404, { status: 200, value: [] }),
  }),
  ...inSection("4.6", {
    "unbind-ignores-binding-id": {
      unbind: "DELETE FROM bindings WHERE id = (SELECT id FROM bindings WHERE brainId = :brainId LIMIT 1)",
    },
    "unbind-from-any-brain": { unbind: "DELETE FROM bindings WHERE id = :bindingId" },
    "unbind-returns-204": changeReplies("unbindChannel", 200, { status: 204, value: undefined }),
    "unbind-returns-binding-id": changeReplies("unbindChannel", 200, (_, { path }) => ({
      value: path.split("/").at(-1),
    })),
  }),
  ...inSection("6", {
    "disabled-bindings-deliver": replace("deliverTo", "status = 'active' AND", ""),
    "disabled-bindings-deliver-briefs": replace(
      "deliverTo",
      "status = 'active'",
      "(status = 'active' OR :kind = 'brief')",
    ),
    "briefs-ignore-flag": replace("deliverTo", "THEN notifyBriefs", "THEN 1"),
    "connections-follow-changes-flag": replace("deliverTo", "THEN notifyConnections", "THEN notifyChanges"),
    "changes-follow-briefs-flag": replace("deliverTo", "ELSE notifyChanges", "ELSE notifyBriefs"),
    "changes-never-delivered": append("deliverTo", " AND :kind != 'change'"),
    "any-flag-delivers-everything": replace(
      "deliverTo",
      /CASE.*END/s,
      "(notifyBriefs OR notifyConnections OR notifyChanges)",
    ),
    "private-channels-get-nothing": append(
      "deliverTo",
      " AND channelId IN (SELECT id FROM channels WHERE NOT isPrivate)",
    ),
    "one-channel-for-each-brain": append("deliverTo", " LIMIT 1"),
    "all-brains-get-notifications": replace("deliverTo", "brainId = :brainId", "brainId IN (SELECT id FROM brains)"),
    "reactivated-bindings-stay-silent": replace(
      "setBindingStatus",
      "SET",
      "SET notifyConnections = 0, notifyChanges = 0,",
    ),
  }),
};
