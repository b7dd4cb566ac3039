#!/usr/bin/env node
/**
 * The command `knowledge-base-conformance`.
 *
 * @module
 */
import { runCommand } from "@knowledge-base/internal/command-line";
import { commandLine } from "./cli/command-line.ts";

const manifest = new URL("../package.json", import.meta.url);
process.exitCode = await runCommand(commandLine, process.argv.slice(2), manifest);
