import { readFileSync } from "node:fs";
import { writeGenerated } from "./write-generated.ts";

// Writes the version of the client, which its requests name, from its package.json.

const { version }: { readonly version: string } = JSON.parse(readFileSync("packages/sdk/package.json", "utf8"));

await writeGenerated(
  "packages/sdk/src/version.ts",
  `/** Version of the package, which its requests name outside browsers. */\nexport const version = "${version}";\n`,
);
