import type { Channel, ChannelBinding } from "@knowledge-base/sdk";
import { html } from "hono/html";

// What `html` inserts is escaped.
type View = ReturnType<typeof html>;

const flags = [
  { name: "notifyBriefs", label: "Daily brief" },
  { name: "notifyConnections", label: "New connections" },
  { name: "notifyChanges", label: "Page updates" },
] as const;

interface HomePage {
  readonly installations: readonly { readonly id: string; readonly teamName: string }[];
  readonly bindings: readonly ChannelBinding[];
  readonly notice: string | undefined;
}

export function signInPage(problem?: string): View {
  return layout(
    "Sign in",
    html`${problem && html`<p role="alert">${problem}</p>`}
      <form method="post" action="/sign-in">
        <label>API key <input name="key" type="password" autocomplete="off" required></label>
        <label>Brain <input name="brain" required></label>
        <button>Sign in</button>
      </form>`,
  );
}

export function homePage({ installations, bindings, notice }: HomePage): View {
  return layout(
    "Channels",
    html`<p role="status">${notice}</p>
      <ul>${bindings.map((binding) => bindingItem(binding))}</ul>
      <h2>Workspaces</h2>
      <ul>
        ${installations.map(
          ({ id, teamName }) =>
            html`<li><a href="/installations/${encodeURIComponent(id)}">Add a channel of ${teamName}</a></li>`,
        )}
      </ul>
      <form method="post" action="/connect"><button>Connect a workspace</button></form>`,
  );
}

function bindingItem(binding: ChannelBinding): View {
  const name = `#${binding.channelName ?? binding.channelId}`;
  const action = `/bindings/${encodeURIComponent(binding.id)}`;
  return html`<li>
    <h2>${name}</h2>
    <form method="post" action="${action}">
      ${flags.map(
        (flag) =>
          html`<label><input type="checkbox" name="${flag.name}" ${binding[flag.name] && "checked"}> ${flag.label}</label>`,
      )}
      <button aria-label="Save ${name}">Save</button>
    </form>
    <form method="post" action="${action}/disconnect">
      <button aria-label="Disconnect ${name}">Disconnect</button>
    </form>
  </li>`;
}

export function channelsPage(channels: readonly Channel[], problem?: string): View {
  return layout(
    "Choose a channel",
    html`${problem && html`<p role="alert">${problem}</p>`}
      <form method="post">
        ${channels.map(
          ({ id, name, isMember }) => html`<label>
            <input type="radio" name="channel" value="${id}" required ${!isMember && "disabled"}>
            #${name} ${!isMember && html`<small>Invite the bot first.</small>`}
          </label>`,
        )}
        <button>Connect the channel</button>
      </form>
      <a href="/">Back</a>`,
  );
}

export function problemPage(text: string, retryUrl: string): View {
  return layout(
    "Something is in the way",
    html`<p role="alert">${text}</p><a href="${retryUrl}">Try again</a> <a href="/">Back</a>`,
  );
}

function layout(title: string, content: View): View {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css">
      </head>
      <body>
        <h1>${title}</h1>
        <main>${content}</main>
      </body>
    </html>`;
}
