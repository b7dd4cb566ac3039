#!/usr/bin/env node
/**
 * The command `knowledge-base-conformance`.
 *
 * @module
 */
import { main } from "./cli/main.ts";

process.exitCode = await main(process.argv.slice(2), new URL("../package.json", import.meta.url));
