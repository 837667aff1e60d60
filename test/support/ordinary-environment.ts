/** Returns the environment of this process without the variables of the test runner, to which build tools react. */
export function ordinaryEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(NODE_ENV|VITEST.*|TEST|DEV|PROD|SSR|MODE|BASE_URL)$/.test(name),
    ),
  );
}
