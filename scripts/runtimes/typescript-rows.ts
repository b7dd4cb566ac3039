import type { MatrixRow } from "./matrix-row.ts";

export const typescriptRows: readonly MatrixRow[] = [];
