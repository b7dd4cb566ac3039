import { type SiteProgram, sitePrograms } from "../../programs.ts";

/** A program of the documents for the playground. */
export type PlaygroundProgram = Pick<SiteProgram, "name" | "title" | "code">;

export const GET = () =>
  Response.json(sitePrograms.map(({ name, title, code }): PlaygroundProgram => ({ name, title, code })));
