import type { BindingRecord } from "../database/binding-record.ts";
import { changeFields } from "../rules/change-fields.ts";
import { changeReply } from "../rules/change-reply.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import type { Violation } from "./violation.ts";

function field(sentence: string, change: (binding: BindingRecord) => object): Violation {
  return { section: "2.5", sentence, change: changeFields("binding", change) };
}

function update(sentence: string, change: RuleChange): Violation {
  return { section: "4.1", sentence, change };
}

/** Replaces the statement that sets the flags. */
function sets(...assignments: string[]): RuleChange {
  return () => ({ updateBinding: [`UPDATE bindings SET ${assignments.join()} WHERE id = :bindingId`] });
}

/** Sets a flag to that of the body, or to something else if the body leaves it out. */
function given(flag: string, otherwise = flag): string {
  return `${flag} = coalesce(:${flag}, ${otherwise})`;
}

/** Adds a statement, which runs after the flags are set. */
function then(sql: string): RuleChange {
  return (rules) => ({ updateBinding: [...rules.updateBinding, sql] });
}

/** Changes more bindings than the one of the path. */
function updates(condition: string): RuleChange {
  return (rules) => ({ updateBinding: rules.updateBinding.map((sql) => sql.replace("id = :bindingId", condition)) });
}

const omitted = "omitted fields are left unchanged";
const updated = "200: a ChannelBinding (2.5) with the updated flags.";

/** Violations of sections 2.5, 3 and 4.1. */
export const bindingUpdates = {
  "binding-id-left-out": field("id: string, required", () => ({ id: undefined })),
  "binding-team-left-out": field("teamId: string, required", () => ({ teamId: undefined })),
  "binding-team-is-installation": field("teamId: Platform workspace (team) id", ({ installationId }) => ({
    teamId: installationId,
  })),
  "binding-channel-is-name": field("channelId: Platform channel id", ({ channelName, channelId }) => ({
    channelId: channelName ?? channelId,
  })),
  "binding-installation-is-team": field("installationId: Installation the channel belongs to", ({ teamId }) => ({
    installationId: teamId,
  })),
  "binding-brain-left-out": field("brainId: string, required", () => ({ brainId: undefined })),
  "binding-channel-name-left-out-if-null": {
    ...field("channelName: string, required, nullable", ({ channelName }) => ({
      channelName: channelName ?? undefined,
    })),
    needs: "a binding without a channel name",
  },
  "binding-status-is-enabled": field("status: `active` or `disabled`", () => ({ status: "enabled" })),
  "binding-status-always-active": {
    ...field("status: `active` (delivering notifications) or `disabled`", () => ({ status: "active" })),
    needs: "a disabled binding",
  },
  "binding-flag-as-number": field("notifyBriefs: boolean", ({ notifyBriefs }) => ({
    notifyBriefs: Number(notifyBriefs),
  })),
  "binding-flag-left-out-if-false": {
    ...field("notifyConnections: boolean, required", ({ notifyConnections }) => ({
      notifyConnections: notifyConnections || undefined,
    })),
    needs: "a flag that is off",
  },
  "binding-created-at-is-now": field("createdAt: Creation time", () => ({ createdAt: new Date(Date.now() + 5000) })),
  "binding-created-at-in-seconds": field("createdAt: datetime", ({ createdAt }) => ({
    createdAt: Math.floor(createdAt.getTime() / 1000),
  })),

  "update-resets-omitted-flags": update(
    omitted,
    sets(given("notifyBriefs", "0"), given("notifyConnections", "0"), given("notifyChanges", "0")),
  ),
  "update-resets-one-omitted-flag": update(
    omitted,
    then(`UPDATE bindings SET ${given("notifyChanges", "1")} WHERE id = :bindingId`),
  ),
  "update-ignores-changes-flag": update(
    "notifyChanges: Get notified when pages are updated with new knowledge",
    sets(given("notifyBriefs"), given("notifyConnections")),
  ),
  "update-ignores-false": update(
    "The flags in the body are changed",
    sets(
      ...["notifyBriefs", "notifyConnections", "notifyChanges"].map(
        (flag) => `${flag} = ${flag} OR coalesce(:${flag}, 0)`,
      ),
    ),
  ),
  "update-swaps-flags": update(
    "notifyConnections: Get notified when strong new connections are discovered",
    sets(
      given("notifyBriefs"),
      "notifyConnections = coalesce(:notifyChanges, notifyConnections)",
      "notifyChanges = coalesce(:notifyConnections, notifyChanges)",
    ),
  ),
  "update-changes-one-flag-only": update("The flags in the body are changed", (rules) => ({
    updateBinding: rules.updateBinding.flatMap((sql) => [
      `UPDATE bindings SET ${given("notifyBriefs")} WHERE id = :bindingId`,
      `${sql} AND :notifyBriefs IS NULL`,
    ]),
  })),
  "update-is-not-stored": update(updated, (rules) => ({
    updateBinding: [],
    present: {
      ...rules.present,
      binding: (binding, request) => ({ ...rules.present.binding(binding, request), ...JSON.parse(request.body) }),
    },
  })),
  "update-returns-former-flags": update(
    updated,
    changeFields("binding", (_, { body }) => {
      const former = Object.entries(JSON.parse(body)).map(([name, value]) => [name, !value]);
      return Object.fromEntries(former);
    }),
  ),
  "update-needs-a-flag": update("an empty object is a valid body", (rules) => ({
    readObject: (text, contentType) => rules.readObject(text === "{}" ? "" : text, contentType),
  })),
  "update-of-nothing-clears-flags": update(
    "an empty object is a valid body",
    then(`UPDATE bindings SET notifyBriefs = 0
      WHERE id = :bindingId AND coalesce(:notifyBriefs, :notifyConnections, :notifyChanges) IS NULL`),
  ),
  "update-needs-all-flags": update("all fields optional", (rules) => ({
    readFlag: (value, name) => rules.readFlag(value ?? null, name),
  })),
  "update-accepts-text": update("400 (validation failed)", (rules) => ({
    readFlag: (value, name) => rules.readFlag(typeof value === "string" ? value === "true" : value, name),
  })),
  "update-accepts-null": update("notifyBriefs: boolean", (rules) => ({
    readFlag: (value, name) => rules.readFlag(value ?? undefined, name),
  })),
  "update-accepts-numbers": update("notifyBriefs: boolean", (rules) => ({
    readFlag: (value, name) => rules.readFlag(typeof value === "number" ? value === 1 : value, name),
  })),
  "update-checks-first-flag-only": update("400 (validation failed)", (rules) => ({
    readFlag: (value, name) => (name === "notifyBriefs" ? rules.readFlag(value, name) : Boolean(value)),
  })),
  "update-accepts-broken-json": update("Bodies are JSON.", (rules) => ({
    readObject: (text, contentType) => rules.readObject(text === "{" ? "{}" : text, contentType),
  })),
  "update-accepts-a-list": update("Body (all fields optional)", (rules) => ({
    readObject: (text, contentType) => rules.readObject(text.startsWith("[") ? "{}" : text, contentType),
  })),
  "update-returns-201": update(updated, (rules) => ({
    successStatus: { ...rules.successStatus, updateBinding: 201 },
  })),
  "update-returns-204": update(
    updated,
    changeReply(({ status }, { operation }) =>
      operation === "updateBinding" && status === 200 ? { status: 204, value: undefined } : {},
    ),
  ),

  "update-activates": {
    ...update(
      "Only notification flags change; next state: unchanged",
      then("UPDATE bindings SET status = 'active' WHERE id = :bindingId"),
    ),
    section: "3",
    needs: "a disabled binding",
  },
  "update-disables-without-flags": {
    ...update(
      "Only notification flags change; next state: unchanged",
      then(`UPDATE bindings SET status = 'disabled'
      WHERE id = :bindingId AND NOT (notifyBriefs OR notifyConnections OR notifyChanges)`),
    ),
    section: "3",
    needs: "a binding whose flags are all off",
  },
  "update-changes-all-of-the-brain": update(
    "PATCH /v1/brains/{brainId}/messaging/bindings/{bindingId}",
    updates("brainId = :brainId"),
  ),
  "update-changes-all-of-the-channel": {
    ...update("Update a binding", updates("channelId = (SELECT channelId FROM bindings WHERE id = :bindingId)")),
    needs: "two brains with the same channel",
  },
  "update-moves-created-at": {
    ...update("createdAt: Creation time", then("UPDATE bindings SET createdAt = 0 WHERE id = :bindingId")),
    section: "2.5",
  },
  "update-forgets-channel-name": {
    ...update(
      "channelName: Channel name, when available",
      then("UPDATE bindings SET channelName = NULL WHERE id = :bindingId"),
    ),
    section: "2.5",
  },
  "update-finds-binding-in-any-brain": update("PATCH /v1/brains/{brainId}/messaging/bindings/{bindingId}", () => ({
    bindingCondition: "id = :bindingId",
  })),
  "update-of-missing-binding-returns-another": update("404 (brain or installation not found)", () => ({
    bindingCondition: "brainId = :brainId ORDER BY id = :bindingId DESC",
  })),
} satisfies Readonly<Record<string, Violation>>;
