import type { OperationId } from "@knowledge-base/types";
import type { ContractEntry, OptionRule, PathParamName } from "@knowledge-base/types/internal";

/**
 * Ids of records that exist in an implementation. All but the foreign ones belong to the organization of the API key. A case
 * that needs a record without an id here is not checked.
 */
export interface TargetRecords {
  /** A brain. Nearly every case needs it. */
  readonly brainId?: string | undefined;
  /** A page of the brain that its prompt index shows, and that is neither pinned nor deprecated. With `write` it is archived. */
  readonly slug?: string | undefined;
  /** A pinned page of the brain, which would come after another page if it were not pinned. With `write`, the suite tries to deprecate it. */
  readonly pinnedSlug?: string | undefined;
  /** A page of the brain whose summary has more than 160 characters. It may be the page of `slug`. */
  readonly longSummarySlug?: string | undefined;
  /**
   * Another page that the index shows. It has no source, no ingest sources, no entities, no backlinks and no embedding, and was
   * never read. With `write` it is archived.
   */
  readonly plainSlug?: string | undefined;
  /** An archived page of the brain. */
  readonly archivedSlug?: string | undefined;
  /** A deprecated page of the brain. */
  readonly deprecatedSlug?: string | undefined;
  /** An installation whose channels can be listed. */
  readonly installationId?: string | undefined;
  /** An installation of another workspace of the messaging platform. No channel is in both lists. */
  readonly secondInstallationId?: string | undefined;
  /** Id that the workspace of `installationId` has on the messaging platform. */
  readonly teamId?: string | undefined;
  /** A private channel that the list of `installationId` has. */
  readonly privateChannelId?: string | undefined;
  /** A channel of that list that is not private. */
  readonly publicChannelId?: string | undefined;
  /** A channel of that list of which the service's bot is a member. */
  readonly memberChannelId?: string | undefined;
  /** A channel of that list of which the bot is not a member. */
  readonly nonMemberChannelId?: string | undefined;
  /** A channel that the bot of `installationId` does not see. */
  readonly hiddenChannelId?: string | undefined;
  /** An active binding of the brain. With `write` its flags are changed and restored, and finally it is removed. */
  readonly bindingId?: string | undefined;
  /** Another binding of the brain and of the same installation, which must not be affected. */
  readonly secondBindingId?: string | undefined;
  /** A disabled binding of the brain. It may be that of `secondBindingId`. With `write` its flags are changed and restored, and finally it is removed. */
  readonly disabledBindingId?: string | undefined;
  /** The only binding of `secondInstallationId`, in the brain. With `write` it is removed. */
  readonly onlyBindingId?: string | undefined;
  /** Another brain of the same organization. */
  readonly secondBrainId?: string | undefined;
  /** A page of that brain, with a slug that no page of the first brain has. */
  readonly secondBrainSlug?: string | undefined;
  /** A binding of that brain and of the same installation as `bindingId`, which must not be affected. */
  readonly secondBrainBindingId?: string | undefined;
  /** A brain of another organization. */
  readonly foreignBrainId?: string | undefined;
  /** A page of that brain, with a slug that `brainId` does not have. With `write` the suite tries to archive it. */
  readonly foreignSlug?: string | undefined;
  /** An installation of the other organization. */
  readonly foreignInstallationId?: string | undefined;
  /** A binding of the foreign brain. With `write` the suite tries to remove it. */
  readonly foreignBindingId?: string | undefined;
  /** An API key of the other organization. It is redacted in reports, as `apiKey` is. */
  readonly foreignApiKey?: string | undefined;
  /** An API key of the key's organization, of a member with another role. It is redacted, too. */
  readonly memberApiKey?: string | undefined;
  /** An API key that was valid and was deleted. It is redacted, too. */
  readonly deletedApiKey?: string | undefined;
}

/** Name of a record in {@link TargetRecords}. */
export type RecordName = keyof TargetRecords;

type PathParameter = PathParamName<ContractEntry<OperationId>["path"]>;

/** What each record is, for the help of the command. */
export const recordDescriptions = {
  brainId: "a brain of the key's organization",
  slug: "a page that its prompt index shows, neither pinned nor deprecated; --write archives it",
  pinnedSlug: "a pinned page that would not come first otherwise; --write tries to deprecate it",
  longSummarySlug: "a page whose summary has more than 160 characters; may be the same as slug",
  plainSlug:
    "a page that has no source, sources, entities, backlinks or embedding, and was never read; --write archives it",
  archivedSlug: "an archived page of the brain",
  deprecatedSlug: "a deprecated page of the brain",
  installationId: "an installation",
  secondInstallationId: "an installation of another workspace, with no channel that installationId has",
  teamId: "the id of installationId's workspace on the messaging platform",
  privateChannelId: "a private channel that the list of installationId has",
  publicChannelId: "a channel of that list that is not private",
  memberChannelId: "a channel of that list of which the bot is a member",
  nonMemberChannelId: "a channel of that list of which the bot is not a member",
  hiddenChannelId: "a channel that the bot of installationId does not see",
  bindingId: "an active binding of the brain; --write changes its flags, and removes it in the end",
  secondBindingId: "another binding of the brain and of the same installation, which is not changed",
  disabledBindingId: "a disabled binding of the brain; --write changes its flags, and removes it in the end",
  onlyBindingId: "the only binding of secondInstallationId, in the brain; --write removes it",
  secondBrainId: "another brain of the same organization",
  secondBrainSlug: "a page of that brain, with a slug that the first brain does not have",
  secondBrainBindingId: "a binding of that brain and of the installation of bindingId, which is not changed",
  foreignBrainId: "a brain of another organization",
  foreignSlug: "a page of that brain, with a slug that brainId does not have; --write tries to archive it",
  foreignInstallationId: "an installation of that organization",
  foreignBindingId: "a binding of that brain; --write tries to remove it",
  foreignApiKey: "an API key of that organization",
  memberApiKey: "an API key of the key's organization, of a member with another role",
  deletedApiKey: "an API key that was valid and was deleted",
} as const satisfies Record<RecordName | PathParameter, string>;

/** Rule of an id, a URL or a key. */
export const nonEmptyTextRule: OptionRule = {
  expected: "a string that is not empty",
  accepts: (value) => typeof value === "string" && value !== "",
};

/** Records that are API keys, and therefore secret. */
export const apiKeyRecords: readonly RecordName[] = ["foreignApiKey", "memberApiKey", "deletedApiKey"];

/** Rules of the ids of records. */
export const recordRules = Object.fromEntries(
  (Object.keys(recordDescriptions) as RecordName[]).map((name) => [
    name,
    { ...nonEmptyTextRule, isSecret: apiKeyRecords.includes(name) },
  ]),
) as Record<RecordName, OptionRule>;

/** Returns whether a text is the name of a record. */
export function isRecordName(name: string): name is RecordName {
  return Object.hasOwn(recordDescriptions, name);
}
