/** Maximum number of characters of a body that an error holds as text. */
export const maxRawBodyLength = 4096;
