import { install } from "../install.ts";
import { runProgram } from "../run-program.ts";

// Notes about changes, new versions and publishing, with changesets. README.md describes the commands.

const tools = "scripts/tarballs";
const changeset = ["node", `${tools}/node_modules/@changesets/cli/bin.js`];
const commands: Readonly<Record<string, readonly (readonly string[])[]>> = {
  change: [changeset],
  version: [
    [...changeset, "version"],
    ["npm", "install", "--package-lock-only"],
    ["npm", "run", "generate"],
  ],
  publish: [[...changeset, "publish"]],
};

const [name = "", ...args] = process.argv.slice(2);
const steps = commands[name];
if (!steps) throw new Error(`Unknown command "${name}". Use ${Object.keys(commands).join(", ")}.`);
await install(tools);
for (const [command = "", ...rest] of steps) await runProgram(command, [...rest, ...args], ".", { inherit: true });
