import { checkFolder } from "../check-folder.ts";
import { install } from "../install.ts";
import { runProgram } from "../run-program.ts";

// Changes the code of packages at random, and prints which changes no fast test detects. README.md describes the arguments.

const folder = import.meta.dirname;
await install(folder);
await checkFolder(folder);
await runProgram(process.execPath, [`${folder}/mutate.ts`, ...process.argv.slice(2)], ".", { inherit: true });
