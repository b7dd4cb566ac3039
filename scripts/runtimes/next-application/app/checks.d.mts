// The matrix writes checks.mjs into a copy of this folder.
export declare function runBundleChecks(context: unknown): Promise<readonly unknown[]>;
