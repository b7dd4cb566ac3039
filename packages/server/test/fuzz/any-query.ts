import fc from "fast-check";
import { anyText, of, weighed } from "./any-text.ts";

const names = weighed<string>(
  [4, of("limit", "installationId", "state", "code", "__proto__", "limit[]")],
  [1, anyText],
);
const values = weighed<string>([2, of("5", "1", "500", "installation_north")], [1, anyText]);

const pairs = fc
  .array(fc.tuple(names, values), { maxLength: 5 })
  .map((list) => `?${list.map(([name, value]) => `${name}=${value}`).join("&")}`);

const queries = new Map<string, readonly string[]>(
  Object.entries({
    index: ["", "", "?limit=5", "?limit=1", "?limit=500", "?limit=0", "?limit=5&limit=6", "?limit=%35", "?limit=five"],
    channels: [
      "?installationId=installation_north",
      "?installationId=installation_pier",
      "?installationId=installation%5fnorth",
      "?installationId=installation_south",
      "?installationId=",
      "",
      "?installationId=a&installationId=b",
    ],
    authorize: [
      "?state={state}",
      "?state={state}&x=y",
      "?state={state}&state=x",
      "",
      "?state=x",
      "?state=a.b",
      "?state=",
    ],
    done: ["?code=x&state=y", "?error=access_denied", "", "?code=%3Cscript%3E"],
  }),
);

const anyQuery = weighed<string>(
  [1, pairs],
  [
    1,
    of(
      "?",
      "?&&&===",
      "?%",
      "?limit=%E0%A4%A",
      "?ü=🌊",
      "?a?b/../c#d",
      `?${"limit=1&".repeat(3000)}`,
      `?x=${"y".repeat(9000)}`,
    ),
  ],
);

/**
 * Queries, with `{state}` in the place of the state of an authorization: mostly such as go with a path, with or without a
 * mistake.
 */
export const queryFor: fc.Arbitrary<(path: string) => string> = fc
  .record({
    index: fc.nat({ max: 19 }),
    other: weighed<string | undefined>([5, fc.constant(undefined)], [1, anyQuery]),
  })
  .map(({ index, other }) => (path) => {
    const [, last = ""] = /(\w+)$/.exec(path) ?? [];
    const fitting = queries.get(last) ?? ["", "", "", "?a=b"];
    return other ?? fitting[index % fitting.length] ?? "";
  });
