/** A reason why `init` changes nothing. The message is for the developer. */
export class InitError extends Error {}
