import type { MatrixRow } from "./matrix-row.ts";

export const nextRows: readonly MatrixRow[] = [];
