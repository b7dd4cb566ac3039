/** Code that creates the values which programs of the documents use without creating them. */
export const exampleValues = `import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";

const server = createReferenceServer({ seed: demoSeed() });
const kb = new KnowledgeBase(server.connection);
const brainId = "brain_operations";
const slug = "weather-limits";`;

/** Returns the code as a section of a document that is closed at first. */
export function exampleValuesSection(): string {
  return `<details>
<summary>Values that programs on this page use</summary>

\`\`\`ts
${exampleValues}
\`\`\`

\`server\` is an in-memory reference server with the data of a ferry operator, and \`kb\` is a client that calls it. For
your own service, set \`baseUrl\` and \`apiKey\`, and leave out \`fetch\`.

</details>`;
}
