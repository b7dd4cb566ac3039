/** Styles of the report. The status of a case is shown by text too, never by color alone. */
export const pageStyles = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e6e8eb);
  --muted: light-dark(#57606a, #a3abb5);
  --page: light-dark(#ffffff, #14171a);
  --panel: light-dark(#f4f6f8, #1e2327);
  --line: light-dark(#d0d7de, #3a424a);
  --passed: light-dark(#1a6b34, #6fd08c);
  --failed: light-dark(#b3261e, #ff8f87);
  --differs: light-dark(#7a5400, #e8bd5a);
  --notChecked: light-dark(#57606a, #a3abb5);
  --error: light-dark(#8a1f7a, #f08be0);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
p, ul, blockquote { margin: .5rem 0; }
a { color: inherit; }
code, pre { font: .875rem/1.45 ui-monospace, monospace; }
pre { margin: .25rem 0; padding: .75rem; background: var(--page); border: 1px solid var(--line); border-radius: .375rem; white-space: pre-wrap; }
blockquote { padding-left: .75rem; border-left: 3px solid var(--line); }
.conclusion { font-size: 1.125rem; font-weight: 600; }
.muted { color: var(--muted); }
.counts, .results { list-style: none; padding: 0; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; }
.counts li { padding: .25rem .75rem; border: 1px solid var(--line); border-radius: 999px; }
.results > li { margin: .25rem 0; }
.status { font-weight: 600; margin-right: .5rem; }
@media (min-width: 40rem) { .status { display: inline-block; min-width: 8.5rem; } }
.passed { color: var(--passed); }
.failed { color: var(--failed); }
.differs { color: var(--differs); }
.notChecked { color: var(--notChecked); }
.error { color: var(--error); }
details { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; }
summary { cursor: pointer; }
details[open] > summary { margin-bottom: .5rem; }
:focus-visible { outline: 3px solid var(--differs); outline-offset: 2px; }
@media print { details::details-content { content-visibility: visible; display: block; } }
`.trim();
