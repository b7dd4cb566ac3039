/** The six operations of section 4. */
export type OperationName =
  | "updateBinding"
  | "archivePage"
  | "listChannels"
  | "readIndex"
  | "startOauth"
  | "unbindChannel";
