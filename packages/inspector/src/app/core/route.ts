/** The panels of the page. */
export const panels = ["requests", "state", "deliveries", "actions", "try"] as const;

/** A panel. */
export type Panel = (typeof panels)[number];

/** What the address of the page selects. */
export interface Route {
  readonly panel: Panel;
  /** What is selected in the panel. */
  readonly path: readonly string[];
}

/** Reads the route from the fragment of the address, such as `#/state/org_a/brain_b`. */
export function readRoute(hash = location.hash): Route {
  const [first, ...path] = hash
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")
    .map(decodePart);
  return { panel: panels.find((panel) => panel === first) ?? "requests", path };
}

/** Returns the address of a route. */
export function linkTo(panel: Panel, ...path: readonly string[]): string {
  return `#/${[panel, ...path.map(encodePart)].join("/")}`;
}

/** Decodes a part of an address. One that somebody wrote by hand may not be encoded. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Only a text without lone surrogates can be encoded. */
function encodePart(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}
