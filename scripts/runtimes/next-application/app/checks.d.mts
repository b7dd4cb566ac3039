// checks.mjs is written into a copy of this folder.
export declare const checks: object;
export declare function findProblems(running: object): Promise<string[]>;
