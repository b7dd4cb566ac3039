import { html } from "hono/html";
import type { Brain } from "../brains.ts";
import { paths } from "../paths.ts";
import { layout, type View } from "./layout.ts";

export const homePage = (brains: readonly Brain[]): View =>
  layout(
    "Your brains",
    html`
      <h1>Your brains</h1>
      <p class="lead">A brain tells your team's channels what it learns. Choose one to connect.</p>
      <ul class="cards">
        ${brains.map(
          ({ id, name, about }) => html`
            <li class="card">
              <h2><a href="${paths.brain(id)}">${name}</a></h2>
              <p>${about}</p>
            </li>`,
        )}
      </ul>`,
  );
