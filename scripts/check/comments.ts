import { globSync, readFileSync } from "node:fs";

// Prints each line of a comment in the sources of the packages that breaks a rule. Formatters and linters don't read comments.

const rules = [
  { broken: /^.{141}/, rule: "a comment has at most 140 columns" },
  { broken: /@(param|typeParam) \S+ - [A-Z][a-z ]/, rule: "what follows the name of a parameter begins in lower case" },
];

for (const path of globSync("packages/*/src/**/*.ts")) {
  for (const [index, line] of readFileSync(path, "utf8").split("\n").entries()) {
    if (!/^ *(\/\/|\/?\*)/.test(line)) continue;
    for (const { rule } of rules.filter(({ broken }) => broken.test(line))) {
      console.error(`${path}:${index + 1}: ${rule}\n${line}`);
      process.exitCode = 1;
    }
  }
}
