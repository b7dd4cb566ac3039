import type { Writable } from "node:stream";

/** Prints lines as long as somebody reads them. Those that nobody does are left out, instead of piling up in memory. */
export function printWhileRead(output: Writable): (line: string) => void {
  let leftOut = 0;
  return (line) => {
    if (output.writableNeedDrain) {
      leftOut += 1;
      return;
    }
    output.write(leftOut === 0 ? `${line}\n` : `(${leftOut} lines left out, which nobody read)\n${line}\n`);
    leftOut = 0;
  };
}
