import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { javascript, javascriptLanguage, scopeCompletionSource } from "@codemirror/lang-javascript";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = EditorView.theme({
  ".cm-scroller": { fontFamily: "var(--mono)", fontSize: "0.875rem", lineHeight: "1.6" },
  ".cm-gutters": { background: "none", border: "none", color: "var(--color-text-aside)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { background: "var(--selection)" },
  "&.cm-focused .cm-matchingBracket": { background: "var(--selection)" },
  ".cm-cursor": { borderLeftColor: "currentColor" },
  ".cm-tooltip": { border: "1px solid var(--border)", background: "var(--color-background)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--color-link)",
    color: "var(--color-background)",
  },
});

const syntax = HighlightStyle.define([
  { tag: tags.comment, class: "code-comment" },
  { tag: [tags.keyword, tags.self, tags.null, tags.bool], class: "code-keyword" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: "code-string" },
  { tag: tags.number, class: "code-number" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], class: "code-function" },
]);

/** An editor of JavaScript. Tab moves the focus on, as everywhere else in a page. */
export class Editor {
  readonly #view: EditorView;
  /** @param options - `globals` are the objects whose members are completed */
  constructor(options: { readonly parent: Element; readonly globals: object; readonly onRun: () => void }) {
    const run = () => {
      options.onRun();
      return true;
    };
    const extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ icons: false }),
      javascript(),
      javascriptLanguage.data.of({ autocomplete: scopeCompletionSource(options.globals) }),
      syntaxHighlighting(syntax),
      EditorView.lineWrapping,
      colours,
      EditorView.contentAttributes.of({ "aria-label": "Code" }),
      Prec.highest(keymap.of([{ key: "Mod-Enter", run }])),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
    ];
    this.#view = new EditorView({ parent: options.parent, extensions });
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
