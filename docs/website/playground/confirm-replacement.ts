import { html, render } from "lit-html";

/** Asks the reader whether the code in the editor may be replaced. */
export async function confirmReplacement(): Promise<boolean> {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "replacement-title");
  render(
    html`
      <form method="dialog">
        <h2 id="replacement-title">Replace your code?</h2>
        <p>Your changes to the code in the editor will be lost.</p>
        <div class="controls">
          <button value="keep">Keep my code</button>
          <button class="primary" value="replace">Replace</button>
        </div>
      </form>
    `,
    dialog,
  );
  document.body.append(dialog);
  const closed = new Promise((resolve) => {
    dialog.addEventListener("close", resolve, { once: true });
  });
  dialog.showModal();
  await closed;
  dialog.remove();
  return dialog.returnValue === "replace";
}
