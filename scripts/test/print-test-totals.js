import { existsSync, readFileSync } from "node:fs";

// Prints how many tests passed and failed in several npm scripts. Arguments: the folder of the results, and the names of their files.
// Plain JavaScript, because it also runs if npm could not install the Node of the repository.

const [folder, ...names] = process.argv.slice(2);
const missing = names.filter((name) => !existsSync(`${folder}/${name}.json`));
for (const name of missing) console.error(`There are no results of ${name.replace("-", ":")}: it did not finish.`);

let passed = 0;
let failed = 0;
for (const name of names) {
  if (missing.includes(name)) continue;
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"));
  passed += numPassedTests;
  failed += numFailedTests;
}
console.log(`${passed} passed, ${failed} failed`);
if (missing.length > 0) process.exitCode = 1;
