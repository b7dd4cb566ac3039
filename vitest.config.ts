// Vitest reads only a file of this name.
export { default } from "./vitest.workspace.ts";
