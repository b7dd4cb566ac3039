/**
 * Setup of a run against the reference server: the command `knowledge-base-server`, or any server with its controls below
 * `/_control`.
 *
 * @module
 */

export { setup } from "./reference-server/setup.ts";
