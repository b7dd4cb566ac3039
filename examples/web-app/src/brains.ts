import { HTTPException } from "hono/http-exception";

/** A brain as this application knows it. */
export interface Brain {
  readonly id: string;
  readonly name: string;
  readonly about: string;
}

/** The brains that users may open. An application has them in its own records: the specification lists none. */
export const brains: readonly Brain[] = [
  { id: "brain_operations", name: "Operations", about: "How the ferries run: weather limits, engines, the fleet." },
  { id: "brain_guest_services", name: "Guest services", about: "What passengers ask, and what they are told." },
];

export function findBrain(id: string): Brain {
  const brain = brains.find((candidate) => candidate.id === id);
  if (!brain) throw new HTTPException(404);
  return brain;
}
