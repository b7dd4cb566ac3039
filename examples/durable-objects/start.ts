import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ControlError } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { bundleWorker, controlToken, startRuntime } from "./start-runtime.ts";

const id = "org_harbour_line";
const [storage = join(import.meta.dirname, "storage")] = process.argv.slice(2);

await mkdir(storage, { recursive: true });
await bundleWorker();
const runtime = await startRuntime(storage);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void runtime.kill().finally(() => process.exit(1)));
}

const server = await connect(runtime.url, { token: controlToken });
const apiKey = await createOrganization();
console.log(`workerd at ${runtime.url}, with the records in ${storage}

Call the service. All organizations have this address, and the key leads to one of them:

  curl -H 'x-api-key: ${apiKey}' '${runtime.url}/v1/brains/brain_operations/index?limit=1'

Call a control of one organization:

  curl -X POST -H 'authorization: Bearer ${controlToken}' '${runtime.url}/_control/server/snapshot?organization=${id}'

Ctrl-C ends workerd. The next npm start finds all changes.`);

/** Creates the organization, unless an earlier start has created it, and returns a key. */
async function createOrganization(): Promise<string> {
  try {
    const { apiKey: first } = await server.control.organizations.create({ id, seed: demoSeed({ organizationId: id }) });
    return first;
  } catch (error) {
    if (!(error instanceof ControlError) || error.code !== "invalid_input") throw error;
    const { key } = await server.organization(id).control.apiKeys.create();
    return key;
  }
}
