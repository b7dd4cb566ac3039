import { browserRows } from "./browser-rows.ts";
import { bundlerRows } from "./bundler-rows.ts";
import type { MatrixRow } from "./matrix-row.ts";
import { nextRows } from "./next-rows.ts";
import { processRows } from "./process-runtimes.ts";
import { typescriptRows } from "./typescript-rows.ts";
import { workerdRows } from "./workerd-rows.ts";

/** All rows, in the order of the tables. */
export const matrix: readonly MatrixRow[] = [
  ...processRows,
  ...workerdRows,
  ...browserRows,
  ...bundlerRows,
  ...nextRows,
  ...typescriptRows,
];

/**
 * Returns the rows with the given names: the id of a row, its beginning up to a dash, or the name of a table. All rows without
 * names.
 *
 * @throws Error if no row has a name
 */
export function selectRows(names: readonly string[]): readonly MatrixRow[] {
  const isNamed = (name: string) => (row: MatrixRow) =>
    row.id === name || row.table === name || row.id.startsWith(`${name}-`);
  const unknown = names.find((name) => !matrix.some(isNamed(name)));
  if (unknown !== undefined)
    throw new Error(`There is no row "${unknown}". There are ${matrix.map(({ id }) => id).join(", ")}.`);
  return names.length === 0 ? matrix : matrix.filter((row) => names.some((name) => isNamed(name)(row)));
}
