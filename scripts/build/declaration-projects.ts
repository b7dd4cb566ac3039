/**
 * The projects that write declarations, one after the other. The compiler names an inferred type after any module that exports
 * it, so that those of the package `types` would come from the client. Alone, `types` can only refer to itself.
 */
export const declarationProjects = ["declarations", "types-declarations"].map(
  (name) => `scripts/build/${name}.tsconfig.json`,
);
