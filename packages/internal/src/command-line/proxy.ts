import http from "node:http";

/** Text about network settings in the help of each command. */
export const networkHelp = `Requests to other machines use HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Before Node 24.14,
set NODE_USE_ENV_PROXY=1, too. NODE_EXTRA_CA_CERTS names a file with further certificates to trust.`;

/**
 * Sends the requests of this process through the proxy of the environment, except those to this machine, which a proxy can't reach.
 * Returns why, if it can't.
 */
export function useProxy(env: NodeJS.ProcessEnv): string | undefined {
  const read = (name: string) => env[name] || env[name.toUpperCase()];
  if (!read("http_proxy") && !read("https_proxy")) return undefined;
  const { setGlobalProxyFromEnv }: Partial<typeof http> = http;
  if (!setGlobalProxyFromEnv)
    return env["NODE_USE_ENV_PROXY"] ? undefined : "this version of Node needs NODE_USE_ENV_PROXY=1";
  const given = read("no_proxy") ?? "";
  const noProxy = given === "*" ? given : `${given},localhost,127.0.0.1,[::1]`;
  try {
    setGlobalProxyFromEnv({ ...env, no_proxy: noProxy, NO_PROXY: noProxy });
    return undefined;
  } catch {
    // The error shows the URL, which may have a password.
    return "HTTP_PROXY and HTTPS_PROXY must be URLs, such as http://proxy.example.com:3128";
  }
}
