import fc from "fast-check";
import type { ModelState, Records } from "./model-state.ts";

// Few names, so that steps use each other's records. A name that is listed several times is more likely, and the
// first one is the simplest.
const of = fc.constantFrom;
const often = <Value>(times: number, value: Value) => Array.from({ length: times }, () => value);

/** A value that is chosen when it is needed. */
export type Choice<Value> = (modelState: ModelState) => Value;

/** Mostly a value of one of the records; sometimes any value. */
function choose<Value>(
  found: (records: Records) => readonly Value[],
  other: fc.Arbitrary<Value>,
): fc.Arbitrary<Choice<Value>> {
  return fc
    .record({ index: fc.option(fc.nat({ max: 11 }), { nil: undefined, freq: 8 }), any: other })
    .map(({ index, any }) => ({ records }) => {
      const present = index === undefined ? [] : found(records);
      return present[(index ?? 0) % present.length] ?? any;
    });
}

/** Ids of organizations: two that mostly exist, one that does at times, and one that never does. */
export const organizationId = of(...often(4, "org_north"), ...often(3, "org_south"), "org_west", "org_none");

/** The organization that a control is confined to: mostly none. */
export const reach = of(...often(12, undefined), "org_north", "org_south", "org_none");

/** Keys. */
export const apiKey = of("key_north", "key_south", "key_spare", "key_none");

/** The key of a request for a brain: mostly one of its organization. */
export const key: fc.Arbitrary<(modelState: ModelState, brainId: string) => string> = fc
  .oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: apiKey })
  .map((other) => ({ records }, brainId) => {
    const brain = records.brains.find(({ id }) => id === brainId);
    const own = records.apiKeys.find(({ organizationId: owner }) => owner === brain?.organizationId);
    return other ?? own?.key ?? "key_north";
  });

/** Ids for brains. */
export const brainName = of("brain_tides", "brain_ropes", "brain_south");

/** Ids of brains. */
export const brainId = choose(
  ({ brains }) => brains.map(({ id }) => id),
  of("brain_tides", "brain_ropes", "brain_none"),
);

/** Slugs; one of them has to be encoded in a path. */
export const slug = of("knots", "sails", "a/b ü");

/** Pages. */
export const page = choose<{ readonly brainId: string; readonly slug: string }>(
  ({ pages }) => pages.map((one) => ({ brainId: one.brainId, slug: one.slug })),
  fc.record({ brainId: brainName, slug: of("knots", "sails", "a/b ü", "nowhere") }),
);

/** Ids for bindings. */
export const bindingName = of("binding_a", "binding_b", "binding_c", "binding_d");

/** Bindings. */
export const binding = choose<{ readonly brainId: string; readonly bindingId: string }>(
  ({ bindings }) => bindings.map((one) => ({ brainId: one.brainId, bindingId: one.id })),
  fc.record({ brainId: brainName, bindingId: bindingName }),
);

/** Ids of installations. */
export const installationId = choose(
  ({ installations }) => installations.map(({ id }) => id),
  of("installation_a", "installation_none"),
);

/** Ids for channels. */
export const channelName = of("channel_a", "channel_b", "channel_c", "channel_d");

/** Channels. */
export const channel = choose<{ readonly installationId: string; readonly channelId: string }>(
  ({ channels }) => channels.map((one) => ({ installationId: one.installationId, channelId: one.id })),
  fc.record({ installationId: of("installation_a", "installation_b"), channelId: channelName }),
);

/** The variable of an authorization: mostly the newest. Undefined if there are not that many. */
export const authorization: fc.Arbitrary<Choice<string | undefined>> = of(0, 0, 0, 1).map(
  (index) =>
    ({ states }) =>
      [...states.keys()].at(-1 - index),
);

/** Titles and bodies. */
export const text = of("Text", "See [[knots]].", "[[sails]] and [[knots]], [[sails]]", "🌊");

/** Summaries, most of them about as long as an index shows. */
export const summary = fc.oneof(
  of("", "Short."),
  fc
    .record({ length: fc.integer({ min: 155, max: 162 }), tail: of("", "🌊", "🌊🌊🌊", "é한", "👩‍👩‍👧") })
    .map(({ length, tail }) => "x".repeat(length) + tail),
);

/** An optional property. */
export function maybe<Name extends string, Value>(
  name: Name,
  value: fc.Arbitrary<Value>,
): fc.Arbitrary<{ readonly [Key in Name]?: Value }> {
  const present = value.map((given) => ({ [name]: given }) as { readonly [Key in Name]: Value });
  return fc.oneof(fc.constant({}), present);
}

/** The three flags of a binding, each of them optional. */
export const flags = fc
  .tuple(
    maybe("notifyBriefs", fc.boolean()),
    maybe("notifyConnections", fc.boolean()),
    maybe("notifyChanges", fc.boolean()),
  )
  .map(([briefs, connections, changes]) => ({ ...briefs, ...connections, ...changes }));
