/** Throws a warning of Rollup or Rolldown, such as that an import cannot be resolved. */
export function failOnWarning(_level, { message }) {
  throw new Error(message);
}
