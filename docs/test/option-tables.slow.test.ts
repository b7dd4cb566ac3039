import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { declaredType } from "../../scripts/generate/source-comments.ts";

it.each([
  { name: "make-calls", folder: "sdk", type: "ClientOptions" },
  { name: "test-your-code", folder: "server", type: "ReferenceServerOptions" },
])("the guide $name lists every option of $type", ({ name, folder, type }) => {
  const guide = readFileSync(`docs/guides/${name}.md`, "utf8");
  const [table = ""] = /^\| option \|[\s\S]*?\n\n/m.exec(guide) ?? [];
  const listed = Array.from(table.matchAll(/^\| (`.+?`) \|/gm), ([, cell = ""]) =>
    cell.replaceAll("`", "").split(", "),
  );
  const options = declaredType(`packages/${folder}/src/index.ts`, type).getProperties();
  expect(listed.flat().toSorted()).toEqual(options.map((option) => option.name).toSorted());
});
