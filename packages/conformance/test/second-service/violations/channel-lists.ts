import type { ChannelRecord } from "../database/channel-record.ts";
import { Failure } from "../http/failure.ts";
import { changeFields } from "../rules/change-fields.ts";
import { changeReply } from "../rules/change-reply.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import type { Violation } from "./violation.ts";

function field(sentence: string, change: (channel: ChannelRecord) => object): Violation {
  return { section: "2.6", sentence, change: changeFields("channel", change) };
}

/** Adds to the condition of the channels that are listed. */
function list(sentence: string, needs: string, change: (condition: string) => string): Violation {
  return {
    section: "4.3",
    sentence,
    needs,
    change: (rules) => ({ channelCondition: change(rules.channelCondition) }),
  };
}

function input(sentence: string, change: RuleChange): Violation {
  return { section: "4.3", sentence, change };
}

const visible = "Lists the channels visible to the service's bot in the installation";
const memberTells = "`isMember` tells whether the bot was already added.";

/** Violations of sections 2.6 and 4.3. */
export const channelLists = {
  "channel-member-left-out-if-private": {
    ...field("isMember: boolean, required", ({ isPrivate, isMember }) => ({
      isMember: isPrivate ? undefined : isMember,
    })),
    needs: "a private channel",
  },
  "channel-member-always-true": {
    ...field(memberTells, () => ({ isMember: true })),
    needs: "a channel without the bot",
  },
  "channel-member-if-private": {
    ...field(memberTells, ({ isPrivate, isMember }) => ({ isMember: isPrivate || isMember })),
    needs: "a private channel without the bot",
  },
  "channel-member-reversed": field(memberTells, ({ isMember }) => ({ isMember: !isMember })),
  "channel-private-as-text": field("isPrivate: boolean", ({ isPrivate }) => ({
    isPrivate: isPrivate ? "private" : "public",
  })),
  "channel-private-never": {
    ...field("isPrivate: Whether the channel is private", () => ({ isPrivate: false })),
    needs: "a private channel",
  },
  "channel-name-hidden-if-private": {
    ...field("name: string, required", ({ isPrivate, name }) => ({ name: isPrivate ? null : name })),
    needs: "a private channel",
  },
  "channel-name-with-hash": field("name: Channel name", ({ name }) => ({ name: `#${name}` })),
  "channel-id-is-name": field("id: Platform channel id", ({ name }) => ({ id: name })),
  "channels-of-members-only": list(visible, "a channel without the bot", (condition) => `${condition} AND isMember`),
  "channels-that-are-public-only": list(visible, "a private channel", (condition) => `${condition} AND NOT isPrivate`),
  "channels-that-are-not-bound-only": list(
    visible,
    "a channel with a binding",
    (condition) => `${condition} AND id NOT IN (SELECT channelId FROM bindings)`,
  ),
  "channels-that-are-invisible": list(
    visible,
    "a channel that the bot does not see",
    () => "installationId = :installationId",
  ),
  "channels-of-all-installations": list(
    visible,
    "two installations",
    () => "isVisible AND installationId IN (SELECT id FROM installations WHERE organizationId = :organizationId)",
  ),
  "channels-in-an-object": {
    section: "4.3",
    sentence: "200: a JSON array of Channel",
    change: changeReply(({ status, value }, { operation }) =>
      operation === "listChannels" && status === 200 ? { value: { channels: value } } : {},
    ),
  },
  "installation-id-optional": input(
    "installationId (string, required)",
    changeReply(({ status }, { operation }) =>
      operation === "listChannels" && status === 400 ? { status: 200, value: [] } : {},
    ),
  ),
  "installation-id-missing-is-404": input("400: Validation failed", () => ({
    readInstallationId: (query) => {
      const installationId = query.get("installationId");
      if (installationId === null) throw new Failure(404, "Installation not found");
      return installationId;
    },
  })),
  "installation-missing-returns-nothing": input(
    "404 (brain or installation not found)",
    changeReply(({ status }, { operation }) =>
      operation === "listChannels" && status === 404 ? { status: 200, value: [] } : {},
    ),
  ),
  "installation-of-any-organization": {
    ...input("A key is scoped to one organization", () => ({ mayUse: () => true })),
    section: "5",
    needs: "an installation of another organization",
  },
} satisfies Readonly<Record<string, Violation>>;
