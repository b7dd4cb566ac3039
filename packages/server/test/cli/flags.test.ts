import { expect, it } from "vitest";
import { flags, optionsWithoutFlag, type ServerFlag } from "../../src/cli/flags.ts";
import { listenOptionRules } from "../../src/node/listen.ts";
import { serverOptionRules } from "../../src/server-settings.ts";

it("every option of a server and of a listener has one flag, or a reason why it has none", () => {
  const options = [...Object.keys(serverOptionRules), ...Object.keys(listenOptionRules)];
  const withFlag = Object.values<ServerFlag>(flags).flatMap(({ serverOption, listenOption }) =>
    [serverOption, listenOption].filter((option) => option !== undefined),
  );
  expect([...withFlag, ...Object.keys(optionsWithoutFlag)].toSorted()).toEqual(options.toSorted());
});
