import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { serveSite } from './secure-site.ts';

const ROUND_TRIP_MS = 100;
const TRIES = 5;

/** The headers of a public CDN, about 500 bytes. */
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': '*',
  'Timing-Allow-Origin': '*',
  'Cache-Control': 'public, max-age=31536000, s-maxage=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains; preload',
  'Content-Type': 'application/javascript; charset=utf-8',
  'Content-Encoding': 'br',
  ETag: 'W/"9fd0-eXq3uYV0VJ0kQO2g0y6J4q7mY2c"',
  Vary: 'Accept-Encoding',
  'Accept-Ranges': 'bytes',
  Age: '1048576',
  'X-Served-By': 'cache-fra-eddf8230020-FRA, cache-lga21973-LGA',
  'X-Cache': 'HIT, HIT',
  'Alt-Svc': 'h3=":443";ma=86400,h3-29=":443";ma=86400,h3-27=":443";ma=86400',
};

/** How a file came over a new connection. */
export interface Flight {
  /** The bytes of its body, compressed. */
  bytes: number;
  /** The round trips from the request to the last byte, in each try. */
  roundTrips: number[];
}

/** Requests `file` from a CDN on new connections, whose server begins with ten segments. */
export async function measureFlight(file: URL): Promise<Flight> {
  const body = brotliCompressSync(readFileSync(file));
  const line = { roundTripMs: ROUND_TRIP_MS, hasSlowStart: true };
  await using site = await serveSite(
    'cdn.test',
    (_request, response) => {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      response.end(body);
    },
    { line },
  );
  const roundTrips: number[] = [];
  while (roundTrips.length < TRIES) roundTrips.push((await request(site.origin)) / ROUND_TRIP_MS);
  console.log(`start: ${fileURLToPath(file)}, ${TRIES} requests`);
  return { bytes: body.length, roundTrips };
}

/** Returns the milliseconds from the request to the last byte of its answer. */
async function request(origin: string): Promise<number> {
  const session = connect(origin.replace('cdn.test', 'localhost'), { rejectUnauthorized: false });
  await new Promise((resolve, reject) => {
    session.once('remoteSettings', resolve).once('error', reject);
  });
  const sentAt = performance.now();
  const stream = session.request({ ':path': '/' }).resume();
  await new Promise((resolve, reject) => {
    stream.once('end', resolve).once('error', reject);
  });
  session.close();
  return performance.now() - sentAt;
}
