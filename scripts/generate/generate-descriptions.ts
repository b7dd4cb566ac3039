import { controlFiles, describeControls } from "./control-descriptions.ts";
import { componentsFile, contractFile, describeService, interfacesFile } from "./service-descriptions.ts";
import { SourceComments } from "./source-comments.ts";
import { writeGenerated } from "./write-generated.ts";

// Writes the descriptions of both OpenAPI documents from the comments of the sources. With --check it changes nothing and
// fails if a file is not up to date.

const comments = new SourceComments([contractFile, componentsFile, interfacesFile, ...controlFiles]);
const targets = {
  "packages/types/src/openapi/descriptions.json": describeService(comments),
  "packages/server/src/control-api/control-descriptions.json": describeControls(comments),
};
for (const [path, descriptions] of Object.entries(targets)) {
  await writeGenerated(path, `${JSON.stringify(descriptions, null, 2)}\n`);
}
