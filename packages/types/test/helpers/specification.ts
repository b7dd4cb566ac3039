import { readFileSync } from "node:fs";
import * as types from "@knowledge-base/types";
import { disconnectSchema, pageSourceRefSchema, pageSourceSchema } from "@knowledge-base/types/internal";

/** A type of the specification; a list of strings is an enum of these values. */
export type FieldType =
  | "string"
  | "boolean"
  | "integer"
  | "datetime"
  | "object"
  | "list of string"
  | "list of double"
  | "PageSource"
  | "list of PageSourceRef"
  | readonly string[];

/** A row of a table of the specification. */
export interface Field {
  readonly type: FieldType;
  readonly required: boolean;
  readonly nullable: boolean;
}

/** A table of the specification, and its schema. */
export interface Resource {
  readonly section: string;
  readonly schema: types.ObjectSchema;
  readonly fields: Readonly<Record<string, Field>>;
}

const specification = readFileSync(new URL("../../../../docs/specification.md", import.meta.url), "utf8");

// Returns the rows of the first table of a section.
function readFields(section: string): Resource["fields"] {
  const [, text = ""] = specification.split(new RegExp(`^#+ ${section}\\.? .*$`, "m"));
  const [table = ""] = /^\| Field \|.*\n(\|.*\n)+/m.exec(text) ?? [];
  const rows = Array.from(table.matchAll(/^\| (\w+) \| ([\w ]+) \| (yes|no)(, nullable)? \| (.*) \|$/gm));
  return Object.fromEntries(
    rows.map(([, name = "", type, required, nullable, notes = ""]) => [
      name,
      {
        type: type === "enum" ? readValues(name, notes) : (type as FieldType),
        required: required === "yes",
        nullable: nullable !== undefined,
      },
    ]),
  );
}

// Returns the values of an enum: those in its own notes, or those of a page's field of the same name.
function readValues(name: string, notes: string): readonly string[] {
  if (notes.startsWith("Same values")) return readFields("2.1")[name]?.type as readonly string[];
  return Array.from(notes.matchAll(/`(\w+)`/g), ([, value = ""]) => value);
}

/** The tables of sections 2 and 7, with their schemas. */
export const resources = {
  Page: table("2.1", types.pageSchema),
  PageSource: table("2.2", pageSourceSchema),
  PageSourceRef: table("2.3", pageSourceRefSchema),
  IndexEntry: table("2.4", types.indexEntrySchema),
  ChannelBinding: table("2.5", types.channelBindingSchema),
  Channel: table("2.6", types.channelSchema),
  OAuthStart: table("2.7", types.oauthStartSchema),
  Disconnect: table("2.8", disconnectSchema),
  ErrorBody: table("7", types.errorBodySchema),
};

export type ResourceName = keyof typeof resources;

function table(section: string, schema: types.ObjectSchema): Resource {
  return { section, schema, fields: readFields(section) };
}
