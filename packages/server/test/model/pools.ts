import fc from "fast-check";
import type { ModelState, Records, StartedAuthorization } from "./model-state.ts";

// Few names, so that steps use each other's records. A name that is listed several times is more likely, and the
// first one is the simplest.

export const constant = fc.constantFrom;

/** A value that is chosen when it is needed. */
export type Choice<Value> = (model: ModelState) => Value;

type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Fields of an input. */
export const fields = (arbitraries: Arbitraries, options: fc.RecordConstraints<string> = {}) =>
  fc.record(arbitraries, options as { requiredKeys: [] }).map((given) => () => given);

/** Fields of an input, each of which may be left out. */
export const optional = (arbitraries: Arbitraries) => fields(arbitraries, { requiredKeys: [] });

/** Mostly the address of one of the records; sometimes another one. */
function choose<Address>(found: (records: Records) => readonly Address[], ...others: Address[]) {
  const index = fc.option(fc.nat({ max: 11 }), { nil: undefined, freq: 10 });
  return fc.tuple(index, constant(...others)).map(
    ([place, other]): Choice<Address> =>
      ({ records }) => {
        const present = place === undefined ? [] : found(records);
        return present[(place ?? 0) % present.length] ?? other;
      },
  );
}

/** Organizations that exist, one that does at times, and one that never does. */
const organizationIds = ["org_north", "org_north", "org_south", "org_south", "org_west", "org_none"];
const organizationId = constant(...organizationIds);
export const organization = fields({ organizationId });

/** The organization that a control is confined to: mostly none. */
export const reach = constant(...Array.from({ length: 12 }, () => undefined), "org_north", "org_south", "org_none");

export const apiKey = constant("key_north", "key_south", "key_spare", "key_none");

/** The key of a request for a brain: mostly one of its organization. */
export const keyFor = constant(
  ...Array.from({ length: 24 }, () => undefined),
  "key_north",
  "key_south",
  "key_none",
).map((other) => ({ records }: ModelState, brainId: string) => {
  const brain = records.brains.find(({ id }) => id === brainId);
  return other ?? records.apiKeys.find((one) => one.organizationId === brain?.organizationId)?.key ?? "key_north";
});

/** A new record of an organization, with an id that no other one uses: the model does not know repeated ids. */
export function owned(kind: string, more: fc.Arbitrary<Choice<object>>): fc.Arbitrary<Choice<object>> {
  return fc.tuple(organizationId, constant("a", "b"), more).map(([owner, letter, choice]) => (model) => {
    return { id: `${kind}_${owner}_${letter}`, organizationId: owner, ...choice(model) };
  });
}

export const brain = choose(({ brains }) => brains.map(({ id: brainId }) => ({ brainId })), { brainId: "brain_none" });

/** Slugs; one of them has to be encoded in a path. */
export const slug = constant("knots", "tides", "größe");

export const page = choose(
  ({ pages }) => pages.map(({ brainId, slug: chosen }) => ({ brainId, slug: chosen })),
  { brainId: "brain_tides", slug: "nowhere" },
  { brainId: "brain_south", slug: "spring-tide" },
);

export const binding = choose(
  ({ bindings }) => bindings.map(({ brainId, id: bindingId }) => ({ brainId, bindingId })),
  { brainId: "brain_tides", bindingId: "binding_none" },
  { brainId: "brain_south", bindingId: "binding_deck" },
);

export const installation = choose(
  ({ installations }) => installations.map(({ id: installationId }) => ({ installationId })),
  { installationId: "installation_none" },
);

export const channelName = constant("C_DECK", "C_HOLD", "C_NEW");

export const channel = choose(
  ({ channels }) => channels.map(({ installationId, id: channelId }) => ({ installationId, channelId })),
  { installationId: "installation_north", channelId: "C_NONE" },
  { installationId: "installation_none", channelId: "C_DECK" },
);

/** A new binding of a brain and a channel, with an id that no other organization uses. */
export const newBinding = fc.tuple(brain, channel, constant("a", "b", "c")).map(([one, other, letter]) => {
  return (model: ModelState) => {
    const { brainId } = one(model);
    const owner = model.records.brains.find(({ id }) => id === brainId)?.organizationId;
    return { id: `binding_${owner}_${letter}`, brainId, ...other(model) };
  };
});

/** Texts of a page. */
export const text = constant("Text", "See [[knots]].", "[[sails]] and [[knots]], [[sails]]", "🌊");

/** Summaries, most of them about as long as an index shows. */
export const summary = fc
  .tuple(fc.integer({ min: 155, max: 162 }), constant("", "🌊", "🌊🌊🌊", "é한", "👩‍👩‍👧"))
  .map(([length, tail]) => "x".repeat(length) + tail);

export const content = optional({ title: text, summary, body: text });

const flag = fc.boolean();

export const flags = optional({
  status: constant("active", "disabled"),
  notifyBriefs: flag,
  notifyConnections: flag,
  notifyChanges: flag,
});

const channelOfWorkspace = fc.record({ id: channelName, name: text, isPrivate: flag, isMember: flag });

export const workspace = fields({
  teamId: constant("T_NORTH", "T_NEW", "T_SOUTH"),
  teamName: constant("Team", "Crew"),
  channels: fc.uniqueArray(channelOfWorkspace, { maxLength: 3, selector: ({ id }) => id }),
});

/** Fields of an authorization that was started: mostly of the newest, and of an older one. */
export function authorization(...names: readonly (keyof StartedAuthorization | "code")[]) {
  const places = fc.tuple(...names.map(() => constant(-1, -1, -1, -2)));
  return places.map((chosen) => ({ started, authorizations }: ModelState) => {
    const values = names.map((name, index) => {
      const one = started.at(chosen[index] ?? -1);
      return one && ({ code: "code_none", ...one, ...authorizations.get(one.nonce) } as Record<string, unknown>)[name];
    });
    return values.includes(undefined)
      ? undefined
      : Object.fromEntries(names.map((name, index) => [name, values[index]]));
  });
}
