/** A port on which no program listens: the protocol that has it is not in use. `fetch` permits it, unlike port 1. */
export const UNUSED_PORT = '2';
