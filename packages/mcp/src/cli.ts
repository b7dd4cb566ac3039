#!/usr/bin/env node
/**
 * The command `knowledge-base-mcp`.
 *
 * @module
 */
import { runCommand } from "@knowledge-base/internal/command-line/run-command";
import { commandLine } from "./cli/command-line.ts";

const manifest = new URL("../package.json", import.meta.url);
// process.exitCode wouldn't do: timers of interrupted calls and unread output keep the process alive.
process.exit(await runCommand(commandLine, process.argv.slice(2), manifest));
