import { readBytes } from "@knowledge-base/internal";
import type { Organization } from "../organizations/organization-records.ts";
import type { OrganizationStore } from "../organizations/organization-store.ts";
import { copyPage } from "../pages/page-kind.ts";
import { choices } from "./choices.ts";
import { ControlError } from "./errors.ts";
import { anyKinds, kindNames } from "./kinds.ts";
import type { KindName, RecordEntry, State } from "./state.ts";

/**
 * Returns copies of the records of organizations as a state.
 *
 * @param describe - returns the record of an organization with the fields that only a state contains
 */
export function createState(
  organizations: Iterable<OrganizationStore>,
  describe: (organization: Organization) => Organization,
): State {
  const arrays = Object.fromEntries(kindNames.map((kind) => [kind, []])) as unknown as Record<KindName, object[]>;
  // For each brain and installation: the first organization that has its id, to which a state assigns the records that name none.
  const owners = new Map<string, OrganizationStore>();
  for (const owner of organizations) {
    for (const entry of owner.entries()) {
      const copy = entry.kind === "organizations" ? describe(entry.record) : copyRecord(entry);
      if (entry.kind === "brains" || entry.kind === "installations") {
        const key = `${entry.kind} ${entry.record.id}`;
        if (!owners.has(key)) owners.set(key, owner);
      }
      const parent = parentOf(entry);
      const isNamed = parent !== undefined && owners.get(parent) !== owner;
      arrays[entry.kind].push(isNamed ? { ...copy, organizationId: owner.id } : copy);
    }
  }
  const { authorizations, ...others } = arrays;
  return { version: 1, ...others, ...(authorizations.length > 0 && { authorizations }) } as unknown as State;
}

/** Returns the brain or the installation to which a record belongs; undefined if it belongs to the organization itself. */
function parentOf({ kind, record }: RecordEntry): string | undefined {
  if (kind === "organizations") return undefined;
  const { parent, parentId } = anyKinds[kind];
  return parent === "organizations" ? undefined : `${parent} ${Reflect.get(record, parentId)}`;
}

function copyRecord({ kind, record }: RecordEntry): object {
  if (kind === "pages") return copyPage(record);
  return kind === "authorizations" ? structuredClone(record) : { ...record };
}

/**
 * Returns a state as JSON, with one record in each line.
 *
 * @throws {@link ControlError} `too_large`
 */
export function serializeState(state: State): string {
  const fields = Object.entries(state).map(([name, value]) => `${JSON.stringify(name)}: ${serializeField(value)}`);
  const text = `{\n  ${fields.join(",\n  ")}\n}\n`;
  // A UTF-16 code unit takes at most three bytes.
  const isSmall = text.length * 3 <= choices.stateLimitBytes;
  if (isSmall || new TextEncoder().encode(text).length <= choices.stateLimitBytes) return text;
  throw new ControlError("too_large", `Failed to write a state: it is larger than ${stateLimit}.`);
}

function serializeField(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n    ${value.map((record) => JSON.stringify(record)).join(",\n    ")}\n  ]`;
}

/** The largest size of a state, in messages. */
const stateLimit = `${choices.stateLimitBytes / 2 ** 20} MiB`;

/**
 * Reads a text in UTF-8.
 *
 * @param declaredSize - number of bytes, if it is known
 * @throws {@link ControlError} `too_large`, or `invalid_input` if the bytes are not UTF-8
 */
export async function readText(stream: ReadableStream<Uint8Array> | null, declaredSize = 0): Promise<string> {
  const limit = choices.stateLimitBytes;
  const { bytes, ended, error } = await readBytes(stream, declaredSize > limit ? 0 : limit);
  if (ended === "too_large") throw new ControlError("too_large", `it is larger than ${stateLimit}`);
  if (ended === "failed") throw error;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ControlError("invalid_input", "it is not UTF-8");
  }
}

/**
 * Parses JSON. The error shows no part of the text, which may contain a key.
 *
 * @throws {@link ControlError} `invalid_input`
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ControlError("invalid_input", `it is not JSON${locateSyntaxError(text, error)}`);
  }
}

/** Returns where a text is not JSON, to be read after what is wrong; nothing if the error of the platform does not say it. */
export function locateSyntaxError(text: string, error: unknown): string {
  const [, offset] = /at position (\d+)/.exec(String(error)) ?? [];
  if (offset === undefined) return "";
  const lines = text.slice(0, Number(offset)).split("\n");
  return `: syntax error at line ${lines.length} column ${(lines.at(-1) ?? "").length + 1}`;
}
