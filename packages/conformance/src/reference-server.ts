/**
 * Setup of a run against the reference server: the command `knowledge-base-server`, or any server with its controls below
 * `/_control`.
 *
 * @module @knowledge-base/conformance/reference-server
 */

export { setup } from "./setup/setup.ts";
