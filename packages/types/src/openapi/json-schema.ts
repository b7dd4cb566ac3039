/** A schema in the dialect of JSON Schema that OpenAPI 3.1 uses, with the keywords that the documents contain. */
export interface JsonSchema {
  /** Description of the value. */
  readonly description?: string;
  /** Reference to a schema of the components. */
  readonly $ref?: string;
  /** Type of the value, or the types that it may have. */
  readonly type?: string | readonly string[];
  /** Format of a string or a number. */
  readonly format?: string;
  /** The only value that is allowed. */
  readonly const?: unknown;
  /** The values that are known. */
  readonly enum?: readonly string[];
  /** Examples of the value. */
  readonly examples?: readonly unknown[];
  /** Smallest length of a string, in characters. */
  readonly minLength?: number;
  /** Largest length of a string, in characters. */
  readonly maxLength?: number;
  /** Regular expression that a string matches. */
  readonly pattern?: string;
  /** Smallest number. */
  readonly minimum?: number;
  /** Bound that a number is greater than. */
  readonly exclusiveMinimum?: number;
  /** Largest number. */
  readonly maximum?: number;
  /** Schemas of which the value matches at least one. */
  readonly anyOf?: readonly JsonSchema[];
  /** Schema of the elements of an array. */
  readonly items?: JsonSchema;
  /** Smallest number of elements of an array. */
  readonly minItems?: number;
  /** Largest number of elements of an array. */
  readonly maxItems?: number;
  /** Names of the required fields of an object. */
  readonly required?: readonly string[];
  /** Schemas of the fields of an object. */
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  /** Schema of the names of an object's fields. */
  readonly propertyNames?: JsonSchema;
  /** Schema of the fields that `properties` does not list; false if there are none. By default, they may have any value. */
  readonly additionalProperties?: JsonSchema | boolean;
}
