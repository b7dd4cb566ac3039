/** Version of the package, which its requests name outside browsers. */
export const version = "0.0.0";
