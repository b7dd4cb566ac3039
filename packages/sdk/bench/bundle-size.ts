import { printFigure } from "../../../scripts/budgets/measure.ts";
import { bundledBytes, oneCall } from "../../../scripts/bundled-bytes.ts";

printFigure({ name: "sdk.bundle", value: await bundledBytes(oneCall) });
