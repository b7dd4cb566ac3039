/**
 * A string of which some values are known and others may follow. What the service sends is open, so that a value added
 * tomorrow is not a lie in the types today; what is sent to the service is closed.
 *
 * @typeParam Known - The values that the specification lists; editors complete them.
 */
export type OpenEnum<Known extends string> = Known | (string & {});
