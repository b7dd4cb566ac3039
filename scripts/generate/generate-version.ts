import { readFileSync } from "node:fs";
import { writeGenerated } from "./write-generated.ts";

// Writes the versions of the packages that name it to others, from their package.json.

const comments = {
  sdk: "Version of the package, sent with requests outside browsers.",
  mcp: "Version of the package, which the server reports to its clients.",
};

for (const [name, comment] of Object.entries(comments)) {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8"));
  await writeGenerated(`packages/${name}/src/version.ts`, `/** ${comment} */\nexport const version = "${version}";\n`);
}
