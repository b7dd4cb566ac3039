/** The parts of the input of an operation. */
export interface InputParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Returns path parameters, query parameters and body fields in one object. */
export function inputFields({ params, query, body }: InputParts): Readonly<Record<string, unknown>> {
  return { ...params, ...(query as object), ...(body as object) };
}
