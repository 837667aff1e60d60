/** The host and port of a server. */
export interface Server {
  host: string;
  port: number;
}

/** A server that connection strings may name. Without a port, each engine has its default port. */
export interface AllowedServer {
  host: string;
  port: number | null;
}

/** Parses `host` or `host:port`; returns `null` for anything else. */
export function parseServer(text: string): AllowedServer | null {
  const isServer = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(:\d{1,5})?$/i.test(text);
  const address = `server://${text}`;
  if (!isServer || !URL.canParse(address)) return null;
  const { host, port } = toServer(new URL(address), 0);
  return { host, port: port || null };
}

/** Returns the server of a URL, without brackets, in lower case, with its port. */
export function toServer({ hostname, port }: URL, defaultPort: number): Server {
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase(),
    port: Number(port) || defaultPort,
  };
}
