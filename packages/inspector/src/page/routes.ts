// The address of the page, and the links in it.

/** The titles of the panels. */
export const panels = {
  requests: "Requests",
  state: "State",
  deliveries: "Deliveries",
  actions: "Actions",
  try: "Try it",
};

export type Panel = keyof typeof panels;

/** The panel and the selection in the address of the page. */
export interface Route {
  readonly panel: Panel;
  /** Path of the selection in the panel, such as the id of a request. */
  readonly path: readonly string[];
}

/** Reads the route from the fragment of the address, such as `#/state/org_a/brains/brain_b`. */
export function readRoute(hash: string): Route {
  const [panel = "", ...path] = hash
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")
    .map(decodePart);
  return { panel: Object.hasOwn(panels, panel) ? (panel as Panel) : "requests", path };
}

/** Returns the address of a panel, or of a selection in it. Only a text without lone surrogates can be encoded. */
export function linkTo(panel: Panel, ...path: readonly string[]): string {
  return `#/${[panel, ...path.map((part) => encodeURIComponent(part.toWellFormed()))].join("/")}`;
}

// A part that somebody wrote by hand may not be encoded.
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the token in a URL or its fragment, such as `#token=secret`; null if there is no token. */
export function tokenIn(url: string): string | null {
  // A token has no space, which a plus means here.
  return new URLSearchParams(url.slice(url.indexOf("#") + 1).replaceAll("+", "%2B")).get("token");
}
