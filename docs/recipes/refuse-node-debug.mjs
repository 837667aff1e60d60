// node --import ./refuse-node-debug.mjs server.mjs
if (process.env.NODE_DEBUG) {
  throw new Error('NODE_DEBUG makes Node print addresses, and with them the API key: unset it.');
}
