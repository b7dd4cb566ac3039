#!/usr/bin/env node
/**
 * The command `knowledge-base-server`.
 *
 * @module
 */
import { main } from "./cli/main.ts";

// Not exitCode: timers of requests that were cut off, and output that nobody reads, would keep the process.
process.exit(await main(process.argv.slice(2), new URL("../package.json", import.meta.url)));
