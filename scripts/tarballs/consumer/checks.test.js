// Run by Jest, without any configuration.
const { checks } = require("./checks.cjs");

test.each(Object.entries(checks))("%s", (_, check) => check(), 60_000);
