import type { AuthorizationProgress, ClockProgress, Progress } from "./progress.ts";
import type { RandomPosition } from "./random.ts";

/** All progress of one organization, or of the server. */
export interface CollectedProgress {
  readonly position: RandomPosition | undefined;
  readonly clock: ClockProgress | undefined;
  readonly authorizations: readonly AuthorizationProgress[];
  /** How many organizations with this id existed before. */
  readonly generation: number;
}

/** Collects progress, in the order in which it was reported, by organization: null is the server. */
export function collectProgress(list: readonly Progress[]): Map<string | null, CollectedProgress> {
  const collected = new Map<string | null, CollectedProgress>();
  const decisions = new Map<string, AuthorizationProgress[]>();
  const update = (organizationId: string | null, change: Partial<CollectedProgress>) => {
    const { position, clock, authorizations = [], generation = 0 } = collected.get(organizationId) ?? {};
    collected.set(organizationId, { position, clock, authorizations, generation, ...change });
  };
  for (const progress of list) {
    switch (progress.item) {
      case "ids":
        update(progress.organizationId, { position: progress.position });
        break;
      case "clock":
        update(progress.organizationId, { clock: progress });
        break;
      case "authorization": {
        const authorizations = decisions.get(progress.organizationId) ?? [];
        authorizations.push(progress);
        decisions.set(progress.organizationId, authorizations);
        update(progress.organizationId, { authorizations });
        break;
      }
      case "reset":
        forget(progress.organizationId);
        update(progress.organizationId, { generation: progress.generation });
        break;
    }
  }
  return collected;

  function forget(organizationId: string | null): void {
    for (const map of [collected, decisions]) {
      if (organizationId === null) map.clear();
      else map.delete(organizationId);
    }
  }
}
