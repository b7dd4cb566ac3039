/**
 * Creates the client of a test with the option `client` of `createTest`.
 *
 * @throws TypeError if the option is missing
 */
export function createClientOf<Owner>(owner: Owner, create: ((owner: Owner) => unknown) | undefined): unknown {
  if (create) return create(owner);
  throw new TypeError(
    "Failed to give the test a client: createTest was not told how to make one. Give it the option client, such as " +
      "client: ({ baseUrl, apiKey, fetch }) => new KnowledgeBase({ baseUrl, apiKey, fetch }).",
  );
}
