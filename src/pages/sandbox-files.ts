/**
 * How the built files of the sandbox panel are called: the build (web/vite.config.ts) gives this prefix to whatever holds something of
 * `web/src/sandbox`, and a production answers 404 to it.
 */
export const sandboxFilePrefix = 'sandbox.';
