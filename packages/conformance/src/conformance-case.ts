import type { Service } from "./service.ts";

/** One thing that an implementation does. */
export interface ConformanceCase {
  /** The behaviour, in the present tense. */
  readonly title: string;
  /** Section of the specification that says so, or that leaves it open. */
  readonly section: string;
  /** Whether the specification is silent, and the behaviour is what this project chose. */
  readonly isChoice?: true;
  /** Rejects where the behaviour is another one. */
  readonly run: (service: Service) => Promise<void>;
}

/** Cases that belong together, by name. */
export interface ConformanceGroup {
  /** What the cases are about. */
  readonly title: string;
  /** The cases, in the order in which they run. */
  readonly cases: Readonly<Record<string, ConformanceCase>>;
}
