/** Thrown by a case if the data of the target does not make it meaningful. The message says which data would. */
export class CaseNotCheckedError extends Error {
  override readonly name = "CaseNotCheckedError";
}
