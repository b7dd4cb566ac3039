// Run by Jest, without any configuration.
const { useEverything } = require("./consumer.cjs");

it("uses everything through require", useEverything);
