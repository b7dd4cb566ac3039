import { readFileSync } from "node:fs";
import { controlFiles, describeControls } from "./control-descriptions.ts";
import { describeService, serviceFiles } from "./service-descriptions.ts";
import { SourceComments } from "./source-comments.ts";

const comments = new SourceComments([...serviceFiles, ...controlFiles]);

/** Texts of the generated sources of the packages, by path: versions, and comments that programs print. */
export const sourceFiles: Readonly<Record<string, string>> = {
  "packages/sdk/src/version.ts": version("sdk", "Version of the package, sent with requests outside browsers."),
  "packages/mcp/src/version.ts": version("mcp", "Version of the package, which the server reports to its clients."),
  "packages/types/src/openapi/descriptions.json": json(describeService(comments)),
  "packages/server/src/control-api/control-descriptions.json": json(describeControls(comments)),
};

function version(name: string, comment: string): string {
  const manifest: { readonly version: string } = JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8"));
  return `/** ${comment} */\nexport const version = "${manifest.version}";\n`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
