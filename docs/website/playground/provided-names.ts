/** Packages that code in the playground can import. */
export const moduleNames = [
  "@knowledge-base/sdk",
  "@knowledge-base/sdk/oauth",
  "@knowledge-base/sdk/prompt",
  "@knowledge-base/sdk/tools",
  "@knowledge-base/server",
  "@knowledge-base/server/demo",
  "@knowledge-base/server/factories",
  "@knowledge-base/types",
] as const;

/** Globals of code in the playground, with what they are. */
export const givenValues = {
  kb: "a client of the server",
  server: "the reference server with the demo seed",
  brainId: "brain_operations",
  slug: "weather-limits",
} as const;

export type GivenName = keyof typeof givenValues;

/** Returns whether a name is that of a global of the playground. */
export function isGivenName(name: string): name is GivenName {
  return Object.hasOwn(givenValues, name);
}
