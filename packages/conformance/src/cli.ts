#!/usr/bin/env node
/**
 * The command `knowledge-base-conformance`.
 *
 * @module
 */
import { runCommand } from "@knowledge-base/internal/command-line";
import { command } from "./cli/command.ts";

const manifest = new URL("../package.json", import.meta.url);
process.exitCode = await runCommand(command, process.argv.slice(2), manifest);
