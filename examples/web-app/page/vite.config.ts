import { msw } from "msw/vite";
import { defineConfig } from "vite";

export default defineConfig({
  // While `vite` serves, it serves the service worker of msw, too.
  plugins: [msw()],
});
