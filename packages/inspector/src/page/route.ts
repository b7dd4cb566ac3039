/** The panels of the page, with their titles. */
export const panels = {
  requests: "Requests",
  state: "State",
  deliveries: "Deliveries",
  actions: "Actions",
  try: "Try it",
} as const;

/** A panel. */
export type Panel = keyof typeof panels;

/** What the address of the page selects. */
export interface Route {
  readonly panel: Panel;
  /** What is selected in the panel. */
  readonly path: readonly string[];
}

/** Reads the route from the fragment of the address, such as `#/state/org_a/brains/brain_b`. */
export function readRoute(hash = location.hash): Route {
  const [panel = "", ...path] = hash
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")
    .map(decodePart);
  return { panel: Object.hasOwn(panels, panel) ? (panel as Panel) : "requests", path };
}

/** Returns the address of a route. Only a text without lone surrogates can be encoded. */
export function linkTo(panel: Panel, ...path: readonly string[]): string {
  return `#/${[panel, ...path.map((part) => encodeURIComponent(part.toWellFormed()))].join("/")}`;
}

/** Decodes a part of an address. One that somebody wrote by hand may not be encoded. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
