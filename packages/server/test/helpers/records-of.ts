import type { State } from "@knowledge-base/server";

/** Returns the records of a snapshot without its authorizations and without the positions of clocks and ids. */
export function recordsOf({ snapshot }: { readonly snapshot: () => State }): State {
  const { idPosition: _id, clock: _clock, authorizations: _authorizations, organizations, ...records } = snapshot();
  return { ...records, organizations: organizations.map(({ clock: _, idPosition: _position, ...rest }) => rest) };
}
