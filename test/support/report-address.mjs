// Tests load this module into a program whose server listens on port 0. It sends the address to the test.
import { Server } from 'node:net';
import process from 'node:process';

const { listen } = Server.prototype;

Server.prototype.listen = function reported(...given) {
  this.once('listening', () => {
    // Vite first listens for a moment, to see whether a port is free.
    setImmediate(() => this.listening && process.send(this.address()));
  });
  return listen.apply(this, given);
};
