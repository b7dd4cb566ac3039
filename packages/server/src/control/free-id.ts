import type { Ids } from "../ids.ts";

/** The next id with a prefix that nothing has taken yet. A state that came in may hold any. */
export function freeId(ids: Ids, prefix: string, isTaken: (id: string) => boolean): string {
  for (;;) {
    const id = ids.next(prefix);
    if (!isTaken(id)) return id;
  }
}
