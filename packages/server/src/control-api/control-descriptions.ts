import descriptions from "./control-descriptions.json" with { type: "json" };
import type { TypeDescriptions } from "./describe-fields.ts";

interface OperationDescription {
  readonly description: string;
  /** Codes of its errors, separated by spaces. */
  readonly errorCodes?: string;
  /** Name of the type of the input, if it is a described type. */
  readonly input?: string;
  /** Name of the type of the output or of its elements, if it is a described type. */
  readonly output?: string;
}

interface ControlDescriptions {
  /** By the name of the group, such as `pages`. */
  readonly groups: Readonly<Record<string, string>>;
  /** By path, such as `pages/edit`. */
  readonly operations: Readonly<Record<string, OperationDescription | undefined>>;
  readonly types: TypeDescriptions;
}

/** The comments of the control interfaces, as `npm run generate` extracts them. */
export const controlDescriptions: ControlDescriptions = descriptions;
