import type { OperationId } from "@knowledge-base/types";
import type { Parsed } from "@knowledge-base/types/internal";

type PathParameter = keyof Parsed<OperationId>["params"];

/**
 * The records of an implementation that a target can name. All but the foreign ones belong to the organization of the API key. A
 * case that needs a record that has no name in the target isn't checked.
 */
export const recordDescriptions = {
  brainId: "a brain; nearly every case needs it",
  slug:
    "a page that the prompt index of brainId shows, neither pinned nor deprecated, with a wikilink to another page of the index; " +
    "--write archives it",
  pinnedSlug:
    "a pinned page of brainId, which would come after another page if it were not pinned; --write tries to deprecate it",
  longSummarySlug: "a page of brainId whose summary has more than 160 characters; it may be slug",
  emptySummarySlug: "a page that the prompt index of brainId shows, and whose summary is empty",
  plainSlug:
    "another page that the index shows, that was never read, with as little content as possible; --write archives it",
  archivedSlug: "an archived page of brainId",
  deprecatedSlug: "a deprecated page of brainId",
  installationId: "an installation whose channels can be listed",
  secondInstallationId: "an installation of another workspace of the platform, which has none of the same channels",
  teamId: "the platform's id of the workspace of installationId",
  privateChannelId: "a private channel of installationId",
  publicChannelId: "a channel of installationId that is not private",
  memberChannelId: "a channel of installationId of which the bot is a member",
  nonMemberChannelId: "a channel of installationId of which the bot is not a member",
  hiddenChannelId: "a channel that the bot of installationId does not see",
  bindingId: "an active binding of brainId; --write changes and restores its flags, and removes it in the end",
  secondBindingId: "another binding of brainId and of the same installation, which must not be affected",
  disabledBindingId: "a disabled binding of brainId; --write changes and restores its flags, and removes it in the end",
  onlyBindingId: "the only binding of secondInstallationId, in brainId; --write removes it",
  secondBrainId: "another brain of the same organization, which also has a page slug",
  secondBrainSlug: "a page of secondBrainId, with a slug that brainId does not have",
  secondBrainBindingId: "a binding of secondBrainId and of the installation of bindingId, which must not be affected",
  sameChannelBindingId: "a binding of secondBrainId for the channel of bindingId, which must not be affected",
  foreignBrainId: "a brain of another organization",
  foreignSlug: "a page of foreignBrainId, with a slug that brainId does not have; --write tries to archive it",
  foreignInstallationId: "an installation of that organization",
  foreignBindingId: "a binding of foreignBrainId; --write tries to change and to remove it",
  foreignApiKey: "an API key of that organization",
  memberApiKey: "an API key of the organization of the key, of a member with another role",
  deletedApiKey: "an API key that was valid and was deleted",
} as const satisfies Readonly<Record<PathParameter | "installationId", string>> & Readonly<Record<string, string>>;

/**
 * Name of a record of a target.
 *
 * @useDeclaredType
 */
export type RecordName = keyof typeof recordDescriptions;

/**
 * Ids of records by name. Cases that need omitted ids aren't checked.
 *
 * @interface
 */
export type TargetRecords = { readonly [Name in RecordName]?: string | undefined };

export const recordNames = Object.keys(recordDescriptions) as RecordName[];

/** Records that are API keys, and therefore secret. */
export const apiKeyRecords: readonly RecordName[] = ["foreignApiKey", "memberApiKey", "deletedApiKey"];

interface ReadableRecords {
  readonly brain: "brainId" | "secondBrainId" | "foreignBrainId";
  readonly pages: readonly RecordName[];
  readonly installations: readonly RecordName[];
  readonly bindings: readonly RecordName[];
}

/** The records that a run can read, each in the brain through which it's read. */
export const readableRecords: readonly ReadableRecords[] = [
  {
    brain: "brainId",
    pages: ["slug", "pinnedSlug", "longSummarySlug", "emptySummarySlug", "plainSlug", "archivedSlug", "deprecatedSlug"],
    installations: ["installationId", "secondInstallationId"],
    bindings: ["bindingId", "secondBindingId", "disabledBindingId", "onlyBindingId"],
  },
  {
    brain: "secondBrainId",
    pages: ["secondBrainSlug"],
    installations: [],
    bindings: ["secondBrainBindingId", "sameChannelBindingId"],
  },
  {
    brain: "foreignBrainId",
    pages: ["foreignSlug"],
    installations: ["foreignInstallationId"],
    bindings: ["foreignBindingId"],
  },
];

// All other readable records must be different ones.
const recordsThatMayBeOthers = ["longSummarySlug", "emptySummarySlug", "disabledBindingId", "sameChannelBindingId"];

/** Groups of records of which no two may be the same. */
export const differentRecords: readonly (readonly RecordName[])[] = [
  readableRecords.map(({ brain }) => brain),
  ...(["pages", "installations", "bindings"] as const).map((kind) =>
    readableRecords.flatMap((records) => records[kind]).filter((name) => !recordsThatMayBeOthers.includes(name)),
  ),
];
