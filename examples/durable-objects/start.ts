import { join } from "node:path";
import { ControlError } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { controlToken, startRuntime } from "./runtime.ts";

const id = "org_harbour_line";
const folder = join(import.meta.dirname, "storage");
const runtime = await startRuntime(folder);
process.once("SIGINT", () => process.exit());

const server = await connect(runtime.url, { token: controlToken });
const { apiKeys: _, ...seed } = demoSeed({ organizationId: id });
// An earlier start may have created the organization.
await server.control.organizations.create({ id, seed }).catch((error: unknown) => {
  if (!(error instanceof ControlError && error.code === "invalid_input")) throw error;
});
const { key } = await server.organization(id).control.apiKeys.create();
console.log(`workerd at ${runtime.url}, with the records in ${folder}

  curl -H 'x-api-key: ${key}' '${runtime.url}/v1/brains/brain_operations/index?limit=1'
  curl -X POST -H 'authorization: Bearer ${controlToken}' '${runtime.url}/_control/server/snapshot?organization=${id}'

Ctrl-C ends workerd. The next start finds all changes.`);
