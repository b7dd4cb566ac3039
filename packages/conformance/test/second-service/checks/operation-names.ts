import type { OperationName } from "../api/operation-name.ts";

export const operationNames: readonly OperationName[] = [
  "updateBinding",
  "archivePage",
  "listChannels",
  "readIndex",
  "startOauth",
  "unbindChannel",
];
