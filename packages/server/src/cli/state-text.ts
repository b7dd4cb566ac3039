import type { State } from "../store/state.ts";

const recordsInPiece = 1000;

/** Writes a state as JSON with a line for each record, in pieces: a large one is longer than a string may be. */
export function* stateText(state: Required<State>): Generator<string> {
  const { version, ...arrays } = state;
  yield `{\n  "version": ${version}`;
  for (const [name, records] of Object.entries(arrays)) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    for (let start = 0; start < records.length; start += recordsInPiece) {
      const lines = records.slice(start, start + recordsInPiece).map((record) => `\n    ${JSON.stringify(record)}`);
      yield `${start === 0 ? "" : ","}${lines.join()}`;
    }
    yield records.length === 0 ? "]" : "\n  ]";
  }
  yield "\n}\n";
}
