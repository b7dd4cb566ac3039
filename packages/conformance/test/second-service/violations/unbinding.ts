import { changeFields } from "../rules/change-fields.ts";
import { changeReply } from "../rules/change-reply.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import type { Violation } from "./violation.ts";

const ofOrganization = "organizationId = (SELECT organizationId FROM brains WHERE id = :brainId)";
const untouched = "The installation and other bindings are unaffected";

/** Replaces the statement that removes the binding by others; the first one decides about `disconnected`. */
function removes(...unbind: string[]): Violation {
  return { section: "3", sentence: untouched, change: () => ({ unbind }) };
}

/** Adds a statement, which runs after the binding is removed. */
function alsoRemoves(sql: string): Violation {
  return { section: "3", sentence: untouched, change: (rules) => ({ unbind: [...rules.unbind, sql] }) };
}

function result(section: string, sentence: string, change: RuleChange): Violation {
  return { section, sentence, change };
}

const unbound = ({ status }: { status: number }, { operation }: { operation: string | undefined }) =>
  operation === "unbindChannel" && status === 200;

/** Violations of sections 2.8, 3 and 4.6. */
export const unbinding = {
  "unbind-removes-all-of-the-brain": {
    ...removes("DELETE FROM bindings WHERE brainId = :brainId"),
    needs: "other bindings of the brain",
  },
  "unbind-removes-all-of-the-installation": {
    ...removes(
      `DELETE FROM bindings WHERE brainId = :brainId
        AND installationId = (SELECT installationId FROM bindings WHERE id = :bindingId)`,
    ),
    needs: "other bindings of the installation",
  },
  "unbind-removes-channel-from-all-brains": {
    ...removes("DELETE FROM bindings WHERE channelId = (SELECT channelId FROM bindings WHERE id = :bindingId)"),
    needs: "two brains with the same channel",
  },
  "unbind-ignores-binding-id": {
    ...removes("DELETE FROM bindings WHERE id = (SELECT id FROM bindings WHERE brainId = :brainId LIMIT 1)"),
    section: "4.6",
    sentence: "Disconnects one channel from the brain.",
  },
  "unbind-removes-disabled-too": {
    ...removes("DELETE FROM bindings WHERE (id = :bindingId OR status = 'disabled') AND brainId = :brainId"),
    needs: "a disabled binding beside the one that is removed",
  },
  "unbind-disables-others": alsoRemoves(
    "UPDATE bindings SET status = 'disabled' WHERE brainId = :brainId AND id != :bindingId",
  ),
  "unbind-clears-flags-of-others": alsoRemoves("UPDATE bindings SET notifyBriefs = 0 WHERE brainId = :brainId"),
  "unbind-removes-installation-with-last-binding": {
    ...alsoRemoves(
      `DELETE FROM installations WHERE ${ofOrganization} AND id NOT IN (SELECT installationId FROM bindings)`,
    ),
    needs: "an installation with one binding",
  },
  "unbind-removes-installation": {
    section: "3",
    sentence: untouched,
    change: () => ({
      unbind: [
        `DELETE FROM installations
          WHERE id = (SELECT installationId FROM bindings WHERE id = :bindingId AND brainId = :brainId)`,
      ],
    }),
  },
  "unbind-removes-channel": {
    section: "3",
    sentence: untouched,
    change: () => ({
      unbind: [
        "DELETE FROM channels WHERE id = (SELECT channelId FROM bindings WHERE id = :bindingId AND brainId = :brainId)",
      ],
    }),
  },
  "unbind-leaves-channel": alsoRemoves(
    `UPDATE channels SET isMember = 0 WHERE id NOT IN (SELECT channelId FROM bindings WHERE brainId = :brainId)
      AND installationId IN (SELECT id FROM installations WHERE ${ofOrganization})`,
  ),
  "unbind-disables-only": {
    ...removes("UPDATE bindings SET status = 'disabled' WHERE id = :bindingId AND brainId = :brainId"),
    sentence: "Binding is removed",
  },
  "unbind-does-nothing": {
    ...removes("UPDATE bindings SET status = status WHERE id = :bindingId AND brainId = :brainId"),
    sentence: "Binding is removed",
  },
  "unbind-keeps-disabled": {
    ...removes("DELETE FROM bindings WHERE id = :bindingId AND brainId = :brainId AND status = 'active'"),
    sentence: "Binding is removed",
    needs: "a disabled binding",
  },
  "unbind-from-any-brain": {
    ...removes("DELETE FROM bindings WHERE id = :bindingId"),
    section: "4.6",
    sentence: "Disconnects one channel from the brain.",
    needs: "a binding of another brain",
  },
  "disconnected-false": result(
    "2.8",
    "True when the binding or installation was removed",
    changeFields("disconnect", () => ({ disconnected: false })),
  ),
  "disconnected-as-text": result(
    "2.8",
    "disconnected: boolean",
    changeFields("disconnect", ({ disconnected }) => ({ disconnected: String(disconnected) })),
  ),
  "disconnected-named-success": result(
    "2.8",
    "disconnected: boolean, required",
    changeFields("disconnect", () => ({ disconnected: undefined, success: true })),
  ),
  "disconnected-always": result(
    "2.8",
    "True when the binding or installation was removed",
    changeFields("disconnect", () => ({ disconnected: true })),
  ),
  "unbind-returns-204": result(
    "4.6",
    "200: Disconnect result",
    changeReply((reply, request) => (unbound(reply, request) ? { status: 204, value: undefined } : {})),
  ),
  "unbind-returns-binding-id": result(
    "4.6",
    "200: Disconnect result",
    changeReply((reply, request) => (unbound(reply, request) ? { value: request.path.split("/").at(-1) } : {})),
  ),
} satisfies Readonly<Record<string, Violation>>;
