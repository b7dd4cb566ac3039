/**
 * A string with known values, to which the service may add others. Values in responses are open, so that the types stay
 * correct when the service adds one; values in requests are closed.
 *
 * @typeParam Known - Values that the specification lists; editors complete them.
 */
export type OpenEnum<Known extends string> = Known | (string & {});
