#!/usr/bin/env node
/**
 * The command `knowledge-base-mcp`.
 *
 * @module
 */
import { runCommand } from "@knowledge-base/internal/command-line";
import { command } from "./cli/command.ts";

const manifest = new URL("../package.json", import.meta.url);
// process.exitCode would not do: timers of interrupted calls and unread output keep the process alive.
process.exit(await runCommand(command, process.argv.slice(2), manifest));
