import type { RuleChange } from "../rules/rule-change.ts";
import type { Violation } from "./violation.ts";

function delivery(sentence: string, change: (condition: string) => string, needs?: string): Violation {
  const rules: RuleChange = ({ deliverTo }) => ({ deliverTo: change(deliverTo) });
  return {
    section: "6",
    sentence,
    change: rules,
    ...(needs && { needs }),
  };
}

const active = "A binding delivers them only while its status is `active`.";
const flags = "Binding flags control three kinds of notification delivered to a bound channel";

/** Violations of section 6. */
export const notifications = {
  "disabled-bindings-deliver": delivery(
    active,
    (condition) => condition.replace("status = 'active' AND", ""),
    "a disabled binding",
  ),
  "disabled-bindings-deliver-briefs": delivery(
    active,
    (condition) => condition.replace("status = 'active'", "(status = 'active' OR :kind = 'brief')"),
    "a disabled binding",
  ),
  "briefs-ignore-flag": delivery(
    flags,
    (condition) => condition.replace("THEN notifyBriefs", "THEN 1"),
    "a binding with notifyBriefs off",
  ),
  "connections-follow-changes-flag": delivery(flags, (condition) =>
    condition.replace("THEN notifyConnections", "THEN notifyChanges"),
  ),
  "changes-follow-briefs-flag": delivery(flags, (condition) =>
    condition.replace("ELSE notifyChanges", "ELSE notifyBriefs"),
  ),
  "changes-never-delivered": delivery(flags, (condition) => `${condition} AND :kind != 'change'`),
  "any-flag-delivers-everything": delivery(flags, (condition) =>
    condition.replace(/CASE.*END/s, "(notifyBriefs OR notifyConnections OR notifyChanges)"),
  ),
  "private-channels-get-nothing": delivery(
    "notification delivered to a bound channel",
    (condition) => `${condition} AND channelId IN (SELECT id FROM channels WHERE NOT isPrivate)`,
    "a binding of a private channel",
  ),
  "one-channel-for-each-brain": delivery(
    "notification delivered to a bound channel",
    (condition) => `${condition} LIMIT 1`,
    "several bindings for one notification",
  ),
  "all-brains-get-notifications": delivery(
    "notification delivered to a bound channel",
    (condition) => condition.replace("brainId = :brainId", "brainId IN (SELECT id FROM brains)"),
    "bindings of other brains",
  ),
  "reactivated-bindings-stay-silent": {
    ...delivery(active, () => ""),
    needs: "a binding that was disabled and is active again",
    change: () => ({
      setBindingStatus: [
        "UPDATE bindings SET status = :status, notifyConnections = 0, notifyChanges = 0 WHERE id = :id",
      ],
    }),
  },
} satisfies Readonly<Record<string, Violation>>;
