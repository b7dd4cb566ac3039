import type { Installation, StoredChannel } from "./state.ts";

/** An installation with its channels. */
export interface InstallationStore {
  readonly installation: Installation;
  readonly channels: ReadonlyMap<string, StoredChannel>;
}

/** An installation to which its {@link OrganizationStore} adds channels. */
export class WritableInstallation implements InstallationStore {
  installation: Installation;
  readonly channels = new Map<string, StoredChannel>();

  constructor(installation: Installation) {
    this.installation = installation;
  }
}
