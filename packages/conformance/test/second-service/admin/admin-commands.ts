import type { AdminCommand } from "./admin-command.ts";
import { approveOauth } from "./approve-oauth.ts";
import { changePage } from "./change-page.ts";
import { confirmOauth } from "./confirm-oauth.ts";
import { createRecords } from "./create-records.ts";
import { deleteRecord } from "./delete-record.ts";
import { listPages } from "./list-pages.ts";
import { listRecords } from "./list-records.ts";

/** The commands of the admin API by name. */
export const adminCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  // { name: { table, values } }: creates records in this order. The value "$name" is the id of one created before.
  ["create-records", createRecords],
  // { table, column: value }: lists records, hidden ones too. This does not count as reading a page.
  ["list-records", listRecords],
  // { table, id }: deletes a record with what belongs to it.
  ["delete-record", deleteRecord],
  // { brainId, text }: lists the pages of a brain, or searches them if there is a text. Hidden pages are left out.
  ["list-pages", listPages],
  // { id }, and for edit-page title, summary or body: returns the page with its versions and connections.
  ["read-page", changePage((rules) => rules.read)],
  ["edit-page", changePage((rules) => rules.edit)],
  ["compile-page", changePage((rules) => rules.compile)],
  ["deprecate-page", changePage((rules) => rules.deprecate)],
  ["restore-page", changePage((rules) => rules.restore)],
  // { id, status }
  ["set-binding-status", ({ database, rules }, input) => ({ changes: database.run(rules.setBindingStatus, input) })],
  // { brainId, kind: "brief" | "connection" | "change" }: delivers one notification; listed in the table deliveries.
  [
    "notify",
    ({ database, rules }, input) => {
      const select = `SELECT id, brainId, channelId, :kind FROM bindings WHERE ${rules.deliverTo}`;
      return { deliveries: database.run([`INSERT INTO deliveries ${select}`], input) };
    },
  ],
  // { authorizationUrl, teamId }: the consent of a team of the platform. Returns code and state.
  ["approve-oauth", approveOauth],
  // { brainId, code, state }: the operation of that name. Returns the new installation.
  ["confirm-oauth", confirmOauth],
  // { milliseconds }
  [
    "advance-clock",
    ({ clock }, { milliseconds }) => {
      clock.advance(Number(milliseconds));
      return { now: clock.now() };
    },
  ],
]);
