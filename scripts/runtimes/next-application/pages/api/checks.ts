// With `cacheComponents`, a route in `app/` can't have the edge runtime.
export { handle as default } from "../../app/connections.mjs";

export const config = { runtime: "edge" };
