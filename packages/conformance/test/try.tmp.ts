import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { variants } from "./second-service/variants/variants.ts";
import { violations } from "./second-service/violations/violations.ts";
import { type Form, runForm } from "./second-service-conformance/run-form.ts";

const [part, parts, kind, formList, out, only] = process.argv.slice(2) as string[];
const forms = formList.split(",") as Form[];
const names = (kind === "violations" ? Object.keys(violations) : Object.keys(variants)).filter(
  (n) => !only || only.split(",").includes(n),
);
const rows: any[] = [];
const mine = names.filter((_, i) => i % Number(parts) === Number(part));
const started = performance.now();
let next = 0;
async function work() {
  for (;;) {
    const name = mine[next++];
    if (name === undefined) return;
    for (const form of forms) {
      const t = performance.now();
      try {
        const r = await runForm(form, { [kind]: [name as never] });
        const bad = r.results.filter((x) => x.status === "failed" || x.status === "error" || x.status === "differs");
        rows.push({
          name,
          form,
          conclusion: r.conclusion,
          counts: r.counts,
          interruption: r.interruption,
          nc: r.results
            .filter((x) => x.status === "notChecked" && x.level === "required")
            .map((x) => `${x.id}: ${x.message}`),
          bad: bad.map((x) => ({ id: x.id, status: x.status, message: x.message })),
          ms: performance.now() - t,
        });
      } catch (error) {
        rows.push({ name, form, conclusion: "threw", error: String(error), bad: [], ms: performance.now() - t });
      }
      writeFileSync(out, JSON.stringify(rows));
    }
  }
}
await Promise.all(Array.from({ length: 4 }, work));
console.log("done", rows.length, ((performance.now() - started) / 1000).toFixed());
