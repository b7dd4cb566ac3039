// Runs checks.spec.js in an environment of Vitest. happy-dom obeys CORS, so its page is one of the unusual server.
const { hostUrl: url } = JSON.parse(process.env.CHECKS_CONTEXT);

export default { test: { globals: true, environmentOptions: { happyDOM: { url } } } };
