// connections.mjs is copied into the application.
export declare function findAllFailures(context: unknown): Promise<Record<string, string>>;
