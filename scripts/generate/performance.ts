import { globSync } from "node:fs";
import { basename } from "node:path";
import { type BarId, bars } from "../bars/bars.ts";
import { type BenchmarkId, benchmarks } from "../bars/benchmarks.ts";
import { evaluateBars } from "../bars/evaluate-bars.ts";
import { type FigureId, figures } from "../bars/figures.ts";
import { isIdle } from "../bars/machine.ts";
import { findFigure, readMeasurements } from "../bars/measurements.ts";
import { type ComparedClient, type ComparedRequest, comparedClients, comparedRequests } from "../bars/other-figures.ts";
import { formatMachine } from "../bars/report.ts";
import { formatValue } from "../bars/units.ts";
import { markdownTable } from "./markdown-table.ts";

// The tables of the guide on performance, from docs/bars.json.

const measurements = readMeasurements();
const notMeasured = "not measured";

/** Returns a list of the bars that are not met, and what prevents it. */
export function missedBarsList(): string {
  const evaluated = evaluateBars(measurements);
  const missed = evaluated.filter(({ status }) => status === "missed");
  const unmeasured = evaluated.filter(({ status }) => status === "not measured").map(({ id }) => `\`${id}\``);
  const lines = [
    ...missed.map(
      ({ id, explanation = "There is no explanation yet." }) => `- \`${id}\`: ${linkDecisions(explanation)}`,
    ),
    ...(unmeasured.length > 0 ? [`- Not measured: ${unmeasured.join(", ")}`] : []),
  ];
  return lines.length === 0 ? "All bars are met." : lines.join("\n");
}

/** Makes links of names such as "decision 29". */
function linkDecisions(text: string): string {
  return text.replaceAll(/decision (\d+)/g, (name, number: string) => {
    const [path = ""] = globSync(`docs/decisions/${number.padStart(4, "0")}-*.md`);
    return `[${name}](../decisions/${basename(path)})`;
  });
}

/** Returns a table of what benchmarks measure. `argument` is the list of their ids, separated by commas. */
export function figuresTable(argument: string): string {
  const ids = argument.split(",");
  const known = (Object.keys(figures) as FigureId[]).filter((id) => ids.includes(figures[id].benchmark));
  const rows = known.map((id) => {
    const { what, unit } = figures[id];
    const figure = findFigure(measurements, id);
    const [name, limit] = Object.hasOwn(bars, id)
      ? [`\`${id}\``, formatValue(bars[id as BarId].limit, unit)]
      : ["", ""];
    const result = figure === undefined ? notMeasured : formatValue(figure.value, unit);
    return [what, result, limit, name, figure?.note ?? ""];
  });
  return markdownTable(["measured", "result", "limit", "bar", "details"], rows);
}

/** Returns the comparison of clients. */
export function clientsTable(): string {
  const clients = Object.keys(comparedClients) as ComparedClient[];
  const rows = (Object.keys(comparedRequests) as ComparedRequest[]).map((request) => {
    const cost = (client: ComparedClient) => findFigure(measurements, `clients.${request}.${client}`)?.value;
    const ky = cost("ky");
    const cells = clients.map((client) => {
      const own = cost(client);
      if (own === undefined || ky === undefined) return notMeasured;
      return `${formatValue(own, "microseconds")} (${formatValue(own / ky, "ratio")})`;
    });
    return [comparedRequests[request], ...cells];
  });
  return markdownTable(["request", ...clients.map(titleOf)], rows);
}

/** Returns the title of a column, with the version of a package that is not this project's. */
function titleOf(client: ComparedClient): string {
  const version = findFigure(measurements, `clients.get.${client}`)?.note;
  const [minor = ""] = /^\d+\.\d+/.exec(version ?? "") ?? [];
  return `${comparedClients[client]} ${minor}`.trim();
}

/** Returns a table of when and where each benchmark was run. */
export function machinesTable(): string {
  const rows = (Object.keys(benchmarks) as BenchmarkId[]).map((id) => {
    const measurement = measurements[id];
    if (!measurement) return [`\`${id}\``, notMeasured, "", ""];
    const { measuredAt, machine, load } = measurement;
    const others = isIdle(load) ? "none" : `used ${load.busyPercent} % of the cores`;
    return [`\`${id}\``, measuredAt.slice(0, 10), formatMachine(machine), others];
  });
  return markdownTable(["benchmark", "date", "machine", "other programs"], rows);
}
