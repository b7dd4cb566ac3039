/** Version of the package, which the server reports to its clients. */
export const version = "0.0.0";
