import { sitePrograms } from "../../programs.ts";

/** A program of the documents for the playground. */
export interface PlaygroundProgram {
  /** Name in links, such as `guides/handle-errors/3`. */
  readonly name: string;
  readonly title: string;
  readonly code: string;
}

export const GET = () =>
  Response.json(sitePrograms.map(({ name, title, code }): PlaygroundProgram => ({ name, title, code })));
