/**
 * What a run is given: only the base URL and a key; also records; also the permission to change them; or also a setup with
 * every control and a reset.
 */
export const forms = ["bare", "readOnly", "write", "full"] as const;

/** One of the {@link forms}. */
export type Form = (typeof forms)[number];
