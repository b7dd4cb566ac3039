/** Code that a reader can start with. */
export interface Sample {
  /** Its title in kebab-case, for the fragment of the URL. */
  readonly id: string;
  readonly title: string;
  readonly code: string;
}

const titles = [
  "Get the prompt index",
  "Archive a page",
  "List channels",
  "Update a binding",
  "Unbind a channel",
  "Start OAuth",
  "Catch errors",
  "Survive faults",
  "Move the clock",
  "Notify channels",
  "Withstand a hostile title",
];

const files = import.meta.glob<string>("./samples/*.ts", { query: "?raw", import: "default", eager: true });

/** The samples, those of operations first. */
export const samples: readonly Sample[] = titles.map((title) => {
  const id = title.toLowerCase().replaceAll(" ", "-");
  const code = files[`./samples/${id}.ts`];
  if (code === undefined) throw new Error(`There is no samples/${id}.ts`);
  return { id, title, code: code.trimEnd() };
});
