/** Throws a warning of Rollup or Rolldown, such as that an import cannot be resolved. Those about the code of zod change nothing. */
export function failOnWarning(_level, { id, ids = [id], message }) {
  if (!ids.every((module) => module?.includes("/node_modules/zod/"))) throw new Error(message);
}
