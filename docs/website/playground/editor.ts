import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { javascript, scopeCompletionSource, typescriptLanguage } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const colors = EditorView.theme({
  ".cm-scroller": { fontFamily: "var(--__sl-font-mono)", fontSize: "0.875rem", lineHeight: "1.6" },
  ".cm-gutters": { background: "none", border: "none", color: "var(--sl-color-gray-3)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { background: "var(--sl-color-accent-low)" },
  "&.cm-focused .cm-matchingBracket": { background: "var(--sl-color-accent-low)" },
  ".cm-cursor": { borderLeftColor: "currentColor" },
  ".cm-tooltip": { border: "1px solid var(--sl-color-hairline)", background: "var(--sl-color-bg)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--sl-color-text-accent)",
    color: "var(--sl-color-bg)",
  },
});

/** An editor of TypeScript. Tab moves the focus on, as everywhere else in a page. */
export class Editor {
  readonly #view: EditorView;

  /** @param values - objects whose members are completed */
  constructor(parent: Element, values: object, onRun: () => void) {
    const run = () => {
      onRun();
      return true;
    };
    const extensions = [
      lineNumbers(),
      // Code from a link may contain characters that hide what it does.
      highlightSpecialChars(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ icons: false }),
      javascript({ typescript: true }),
      typescriptLanguage.data.of({ autocomplete: scopeCompletionSource(values) }),
      syntaxHighlighting(classHighlighter),
      EditorView.lineWrapping,
      colors,
      EditorView.contentAttributes.of({ "aria-label": "Code" }),
      Prec.highest(keymap.of([{ key: "Mod-Enter", run }])),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
    ];
    this.#view = new EditorView({ parent, extensions });
  }

  get code(): string {
    return this.#view.state.doc.toString();
  }

  /** Replaces the code. Undoing brings back what it was. */
  set code(code: string) {
    const changes = { from: 0, to: this.#view.state.doc.length, insert: code };
    this.#view.dispatch({ changes, annotations: isolateHistory.of("full") });
  }
}
