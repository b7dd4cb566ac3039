import type { WritableInstallation } from "./installation-store.ts";

/** The installations of an organization by id, and by the workspace in which they are installed. */
export class InstallationCollection extends Map<string, WritableInstallation> {
  // The workspace of an installation never changes. A loaded state may contain several of the same workspace.
  readonly #byTeam = new Map<string, Set<string>>();

  override set(id: string, installation: WritableInstallation): this {
    const { teamId } = installation.installation;
    const ids = this.#byTeam.get(teamId) ?? new Set();
    this.#byTeam.set(teamId, ids.add(id));
    return super.set(id, installation);
  }

  override delete(id: string): boolean {
    const teamId = this.get(id)?.installation.teamId;
    if (teamId !== undefined) this.#byTeam.get(teamId)?.delete(id);
    return super.delete(id);
  }

  /** Returns the first installation in a workspace. */
  ofTeam(teamId: string): WritableInstallation | undefined {
    const [id] = this.#byTeam.get(teamId) ?? [];
    return id === undefined ? undefined : this.get(id);
  }
}
