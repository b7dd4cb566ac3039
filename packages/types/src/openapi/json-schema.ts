/** A schema in the dialect of JSON Schema that OpenAPI 3.1 uses, with the keywords that the document contains. */
export interface JsonSchema {
  /** What the value is. */
  readonly description?: string;
  /** Reference to a schema of the components. */
  readonly $ref?: string;
  /** Type of the value, or the types that it may have. */
  readonly type?: string | readonly string[];
  /** Format of a string or a number. */
  readonly format?: string;
  /** The values that are known. */
  readonly enum?: readonly string[];
  /** Fewest characters of a string. */
  readonly minLength?: number;
  /** Most characters of a string. */
  readonly maxLength?: number;
  /** Smallest number. */
  readonly minimum?: number;
  /** Largest number. */
  readonly maximum?: number;
  /** Schemas of which the value has to match one. */
  readonly anyOf?: readonly JsonSchema[];
  /** Schema of the elements of an array. */
  readonly items?: JsonSchema;
  /** Names of the fields that an object must have. */
  readonly required?: readonly string[];
  /** Schemas of the fields of an object. Other fields may be there, too. */
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}
