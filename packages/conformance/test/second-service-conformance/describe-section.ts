import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Form, forms } from "./forms.ts";
import { judgeViolations, violationsOf } from "./judge-violations.ts";
import { stoppedViolations, unfoundViolations } from "./unfound-violations.ts";

const guide = new URL("../../../../docs/guides/checking-an-implementation.md", import.meta.url);

/** Describes how many violations of a section the suite finds, as a table of the guide says. */
export function describeSection(section: string): void {
  const names = violationsOf(section);
  describe(`of the ${names.length} violations of section ${section}`, () => {
    it.each(forms)("a run finds as many as the guide says, in the form %s", async (form) => {
      const { found, unfound, stopped } = await judgeViolations(form, names);
      expect(found, unfound.join()).toHaveLength(publishedFigure(section, form));
      if (form !== "full") return;
      expect(unfound).toEqual(names.filter((name) => name in unfoundViolations));
      expect(stopped).toEqual(names.filter((name) => stoppedViolations.includes(name)));
    });
  });
}

function publishedFigure(section: string, form: Form): number {
  const [, violations, ...figures] =
    new RegExp(`^\\| ${section} \\| (\\d+) \\| (\\d+) \\| (\\d+) \\| (\\d+) \\| (\\d+) \\|$`, "m").exec(
      readFileSync(guide, "utf8"),
    ) ?? [];
  expect(Number(violations)).toBe(violationsOf(section).length);
  return Number(figures[forms.indexOf(form)]);
}
