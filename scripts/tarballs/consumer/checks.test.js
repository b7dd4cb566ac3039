// Run by Jest, without any configuration. `scripts/runtimes` also sets a context, for the checks of connections.
const { checks } = require("./checks.cjs");
const { connectionChecks } = require("./connections.cjs");
const { timerChecks } = require("./fake-timers.cjs");

const { CHECKS_CONTEXT: context } = process.env;
const all = { ...checks, ...timerChecks(jest), ...(context && connectionChecks(JSON.parse(context))) };
test.each(Object.entries(all))("%s", (_, check) => check(), 60_000);
