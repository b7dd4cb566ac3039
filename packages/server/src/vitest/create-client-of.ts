/**
 * Creates the client of a test with the option `client` of `createTest`.
 *
 * @throws TypeError if the option is missing
 */
export function createClientOf<Owner>(owner: Owner, create: ((owner: Owner) => unknown) | undefined): unknown {
  if (create) return create(owner);
  throw new TypeError(
    "Failed to create the client of a test: createTest has no option client. Set it, for example to " +
      "client: ({ baseUrl, apiKey, fetch }) => new KnowledgeBase({ baseUrl, apiKey, fetch }).",
  );
}
