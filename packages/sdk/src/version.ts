/** Version of the package, sent with requests outside browsers. */
export const version = "0.0.0";
