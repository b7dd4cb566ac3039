/** Version of the package, which the server tells its clients. */
export const version = "0.0.0";
