import { commandRoutes } from "./command-routes.ts";
import type { ControlRoute } from "./control-route.ts";
import { serverRoutes } from "./server-routes.ts";

/** Everything that can be asked for, by the path that follows `/_control/`. */
export const controlRoutes: ReadonlyMap<string, ControlRoute> = new Map([...commandRoutes, ...serverRoutes]);
