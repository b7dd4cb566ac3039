import type { SetupContext, SetupResult } from "@knowledge-base/conformance";
import { setup as setUpServer } from "@knowledge-base/conformance/reference-server";
import { createClusterFetch } from "./fetch-from-cluster.ts";

/**
 * Creates the records of a conformance run in every server behind nginx: `knowledge-base-conformance --setup conformance-setup.ts`.
 * `SERVERS` has the addresses of the servers, separated by commas.
 */
export function setup(context: SetupContext): Promise<SetupResult> {
  const { SERVERS: servers = "" } = process.env;
  const fetch = createClusterFetch({ nginx: context.baseUrl, servers: servers.split(",") });
  return setUpServer({ ...context, fetch });
}
