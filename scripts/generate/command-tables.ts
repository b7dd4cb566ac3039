import { type FlagTable, type VariableNames, variableOf } from "@knowledge-base/command-line";
import * as mcp from "../../packages/mcp/src/cli/flags.ts";
import * as server from "../../packages/server/src/cli/flags.ts";
import { markdownTable } from "./markdown.ts";

/** Returns a table of the flags of the server's command, with the options of `createReferenceServer` and `listen`. */
export function serverFlagsTable(): string {
  const options = Object.values<server.ServerFlag>(server.flags).map(({ serverOption, listenOption }) => {
    const option = serverOption ?? listenOption;
    return option === undefined ? "" : `\`${option}\`${listenOption ? " of `listen`" : ""}`;
  });
  const rows = flagRows(server.flags, server.variables).map((row, index) => [...row, options[index] ?? ""]);
  return markdownTable(["flag", "variable", "description", "option"], rows);
}

/** Returns a table of the options of a server that its command has no flag for. */
export function optionsWithoutFlagTable(): string {
  const rows = Object.entries(server.optionsWithoutFlag).map(([option, reason]) => [`\`${option}\``, reason]);
  return markdownTable(["option", "reason"], rows);
}

/** Returns a table of the flags of the command for agents. */
export function mcpFlagsTable(): string {
  return markdownTable(["flag", "variable", "description"], flagRows(mcp.flags, mcp.variables));
}

function flagRows(flags: FlagTable, names: VariableNames): string[][] {
  return Object.entries(flags).map(([name, { value, description }]) => [
    `\`--${name}${value === undefined ? "" : ` ${value.replace("|", "\\|")}`}\``,
    `\`${variableOf(name, names)}\``,
    description.replaceAll("|", "\\|"),
  ]);
}
