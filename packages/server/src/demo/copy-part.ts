import { copyPage } from "../store/copy-entry.ts";
import type { State } from "../store/state.ts";

/** Returns a copy of the records of one organization, or of all organizations. */
export function copyPart(state: Required<State>, organizationId: string | undefined): Required<State> {
  const isPart = (id: string) => organizationId === undefined || id === organizationId;
  const isOwn = (record: { readonly organizationId: string }) => isPart(record.organizationId);
  const brains = state.brains.filter(isOwn);
  const installations = state.installations.filter(isOwn);
  const brainIds = new Set(brains.map(({ id }) => id));
  const installationIds = new Set(installations.map(({ id }) => id));
  return {
    version: 1,
    organizations: copyAll(state.organizations.filter(({ id }) => isPart(id))),
    apiKeys: copyAll(state.apiKeys.filter(isOwn)),
    brains: copyAll(brains),
    pages: state.pages.filter(({ brainId }) => brainIds.has(brainId)).map((page) => copyPage(page)),
    installations: copyAll(installations),
    channels: copyAll(state.channels.filter(({ installationId }) => installationIds.has(installationId))),
    bindings: copyAll(state.bindings.filter(({ brainId }) => brainIds.has(brainId))),
  };
}

function copyAll<AnyRecord extends object>(records: readonly AnyRecord[]): AnyRecord[] {
  return records.map((record) => ({ ...record }));
}
