import { checkFolder } from "../check-folder.ts";
import { install } from "../install.ts";

// Changes the code of packages at random, and prints which changes no fast test detects. README.md describes the arguments.

await install("scripts/mutation");
await checkFolder("scripts/mutation");
// Imported here, because it imports what has just been installed.
await import("./mutate.ts");
