import { keepCause } from './application-fault.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';
import { inTime } from '../http/time-limit.ts';

/** The longest time that readers wait for the address of the sign-in page. */
const LIMIT_MS = 2_000;

/**
 * The page where readers sign in: a path, an http or https address without user and password, or a function that returns
 * one within two seconds.
 */
export type LoginUrl = string | ((request: Request) => string | Promise<string>);

/**
 * Returns the sign-in page for a request; `null` if there is none. Keeps an error of the function as the cause of
 * `error`.
 */
export type FindLogin = (request: Request, error: DashboardHostError) => Promise<string | null>;

/** @throws {DashboardHostError} `config` for anything but a path, an address or a function. */
export function parseLoginUrl(value: unknown): FindLogin {
  if (value === undefined || value === null) return async () => null;
  if (typeof value === 'function') {
    return async (request, error) => {
      try {
        const login = Promise.resolve(request).then((asked) => value(asked));
        return toLogin(await inTime(LIMIT_MS, login, toTimeout));
      } catch (thrown) {
        keepCause(error, thrown);
        return null;
      }
    };
  }
  const login = toLogin(value);
  if (login) return async () => login;
  throw new DashboardHostError(
    'config',
    'loginUrl must be a path such as /login, an http or https address without user and password, or a function.',
  );
}

function toTimeout(): DashboardHostError {
  return new DashboardHostError('config', 'loginUrl must return within two seconds.');
}

/**
 * Returns a valid address; `null` for any other value. Browsers read `//host` and `/\host` as another host, and `/.//host`
 * is `//host` in its ASCII form.
 */
function toLogin(value: unknown): string | null {
  if (typeof value !== 'string' || /[\p{Cc}\s]/u.test(value)) return null;
  const isPath = /^\/(?![/\\])/.test(value) && URL.canParse(value, 'http://host');
  const login = isPath || isAddress(value) ? toAscii(value) : null;
  return login?.startsWith('//') ? null : login;
}

/** Whether a text is an http or https address that repeats no password to its readers. */
function isAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return !username && !password;
}

/** Converts an address to ASCII: a header holds no other characters. */
function toAscii(value: string): string {
  return value.startsWith('/') ? new URL(value, 'http://host').href.slice(11) : new URL(value).href;
}
