import { locateBrains } from "./locate-brains.ts";
import { isInstalled } from "./run.ts";
import { apiKey } from "./seed.ts";
import { startCluster } from "./start-cluster.ts";

if (!isInstalled("nginx")) {
  console.error("nginx is not installed. On Debian, apt-get install nginx brings it.");
  process.exit(1);
}

const cluster = await startCluster();
const locations = await locateBrains(cluster);

console.log(`nginx at ${cluster.nginx.url}, in front of`);
for (const { url } of cluster.servers) {
  const brains = [...locations].flatMap(([brainId, location]) => (location === url ? [brainId] : [])).toSorted();
  console.log(`\n  ${url} with ${brains.length} brains: ${brains.join(", ")}`);
}
console.log(`
Call a brain, and see which server has it in its journal:

  curl -H 'x-api-key: ${apiKey}' '${cluster.nginx.url}/v1/brains/brain_operations/index?limit=1'
  curl -X POST ${locations.get("brain_operations")}/_control/journal/entries

Ctrl-C stops everything.`);
