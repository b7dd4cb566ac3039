// Run by Vitest in `scripts/runtimes`, with the functions of Vitest as globals.
import { checks } from "./checks.mjs";
import { connectionChecks } from "./connections.mjs";
import { timerChecks } from "./fake-timers.mjs";

const context = JSON.parse(process.env.CHECKS_CONTEXT);
const all = { ...checks, ...timerChecks(vi), ...connectionChecks(context) };
test.each(Object.entries(all))("%s", (_, check) => check(), 60_000);
