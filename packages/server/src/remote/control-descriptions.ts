import type { TypeDescriptions } from "@knowledge-base/types/openapi";
import words from "./control-descriptions.json" with { type: "json" };

/** What the comments of the interfaces say of an operation. */
export interface OperationWords {
  readonly description: string;
  /** Codes of the refusals, with spaces between. */
  readonly refusals?: string;
  /** Name of the type of the input, where it has words of its own. */
  readonly input?: string;
  /** Name of the type of the output, or of its elements, where it has words of its own. */
  readonly output?: string;
}

interface ControlDescriptions {
  /** By the name of the group, such as `pages`. */
  readonly groups: Readonly<Record<string, string>>;
  /** By path, such as `pages/edit`. */
  readonly operations: Readonly<Record<string, OperationWords | undefined>>;
  /** By name. */
  readonly types: TypeDescriptions;
}

/** The words of the document, as `npm run docs:generate` reads them from the comments of the interfaces. */
export const controlDescriptions: ControlDescriptions = words;
