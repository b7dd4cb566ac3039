import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Edits, ProjectCopy } from "./project-copy.ts";

const contract = "packages/types/src/contract/contract.ts";
const pagesClass = "packages/sdk/src/resources/pages.ts";
const bindingsClass = "packages/sdk/src/resources/bindings.ts";
const client = "packages/sdk/src/knowledge-base.ts";
const tools = "packages/sdk/src/tools/contract-tools.ts";
const implementations = "packages/server/src/operations/implementations.ts";
const specs = "packages/conformance/src/operation-specs.ts";
const records = "packages/conformance/src/target-records.ts";
const errorCases = "packages/conformance/src/operations/error-cases.ts";
const unbindSpec = "packages/conformance/src/operations/bindings-unbind.ts";
const archiveEntry = "packages/types/src/contract/pages-archive.ts";
const documents = "packages/types/src/openapi/operation-texts.ts";
const descriptions = "packages/types/src/openapi/components.ts";
const tags = "packages/types/src/openapi/create-open-api-document.ts";

let project: ProjectCopy;

beforeAll(async () => {
  project = await ProjectCopy.create();
});

afterAll(() => project.remove());

/** Returns the first error of each file in which the compiler finds errors. */
async function errorsOf(edits: Edits): Promise<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const line of await project.compile(edits)) {
    const [, file = line, message = line] = /^(.+?)\(\d+,\d+\): error (.+)$/.exec(line) ?? [];
    errors[file] ??= message;
  }
  return errors;
}

function replace(search: string, replacement: string): (text: string) => string {
  return (text) => text.replace(search, () => replacement);
}

describe("the compiler", { timeout: 60_000 }, () => {
  it("rejects a contract entry that has no client method, no tool, no implementation, no conformance case and no description", async () => {
    const entry = `"pages.archive": pagesArchive,`;
    const errors = await errorsOf({ [contract]: replace(entry, `${entry} "pages.restore": pagesArchive,`) });
    expect(errors).toEqual({
      [client]: expect.stringContaining("Property 'pages' in type 'KnowledgeBase' is not assignable"),
      [pagesClass]: expect.stringContaining(
        `Class 'Pages' incorrectly implements interface 'ResourceMethods<"pages">'`,
      ),
      [tools]: expect.stringContaining(`"pages.restore"`),
      [implementations]: expect.stringContaining(`"pages.restore"`),
      [specs]: expect.stringContaining(`"pages.restore"`),
      [errorCases]: expect.stringContaining(`"pages.restore"`),
      [documents]: expect.stringContaining(`"pages.restore"`),
      [descriptions]: expect.stringContaining("is not assignable to type 'Descriptions'"),
    });
  });

  it("rejects a contract entry of a resource that the client does not have", async () => {
    const entry = `"pages.archive": pagesArchive,`;
    const errors = await errorsOf({ [contract]: replace(entry, `${entry} "brains.get": pagesArchive,`) });
    expect(errors).toEqual({
      [client]: expect.stringContaining("Class 'KnowledgeBase' incorrectly implements interface 'Resources'"),
      [tools]: expect.stringContaining(`"brains.get"`),
      [implementations]: expect.stringContaining(`"brains.get"`),
      [specs]: expect.stringContaining(`"brains.get"`),
      [errorCases]: expect.stringContaining(`"brains.get"`),
      [documents]: expect.stringContaining(`"brains.get"`),
      [descriptions]: expect.stringContaining("is not assignable to type 'Descriptions'"),
      [tags]: expect.stringContaining("Property 'brains' is missing"),
    });
  });

  it("rejects an operation without its method, implementation, conformance cases or description, or with those of another", async () => {
    const errors = await errorsOf({
      [bindingsClass]: replace("  unbind(", "  disconnect("),
      [implementations]: replace(`unbind": bindingsUnbind`, `unbind": bindingsUpdate`),
      [specs]: replace(`  "bindings.unbind": bindingsUnbind,`, ""),
      [unbindSpec]: replace("    401: unauthorizedCase(id),", ""),
      [archiveEntry]: replace("{slug}", "{pageSlug}"),
    });
    expect(errors).toEqual({
      [client]: expect.stringContaining("in type 'KnowledgeBase' is not assignable"),
      [bindingsClass]: expect.stringContaining("Class 'Bindings' incorrectly implements"),
      [implementations]: expect.stringContaining("is not assignable to type 'Implementation<"),
      [specs]: expect.stringContaining(`"bindings.unbind"`),
      [unbindSpec]: expect.stringContaining("Property '401'"),
      "packages/server/src/operations/pages-archive.ts": expect.stringContaining("Property 'slug' does not exist"),
      [pagesClass]: expect.stringContaining("Property 'archive' in type 'Pages' is not assignable"),
      [documents]: expect.stringContaining("is not assignable"),
      [descriptions]: expect.stringContaining("is not assignable to type 'Descriptions'"),
      [records]: expect.stringContaining("Property 'pageSlug' is missing"),
    });
  });
});
