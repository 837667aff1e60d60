import { fileURLToPath } from 'node:url';
import { createDashboardService, readSettings, SettingError } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import { findMisspelled } from '../../../service/src/start/misspelled-settings.ts';

const read = (environment: Record<string, string>) =>
  readSettings({ DATABASE_URL: 'memory:', SERVICE_API_KEY: 'key', ...environment }, '/');

describe('SERVICE_FRAME_ANCESTORS', () => {
  const good = ["'none'", "* 'self'", 'https://*.app.example:*', 'http://[::1]:3000', '[::1]'];
  it.each(good)('may be %s', (text) => {
    expect(read({ SERVICE_FRAME_ANCESTORS: text }).frameAncestors).toBe(text);
  });

  const bad = ["'none' *", "https://app.example 'none'", 'http://[::1', 'http://::1', 'none'];
  it.each([...bad, 'https://app.example Self'])('may not be %s', (text) => {
    expect(() => read({ SERVICE_FRAME_ANCESTORS: text })).toThrow(SettingError);
  });
});

describe('SERVICE_API_KEY', () => {
  it.each(['key', 'a key', 'clé', '...'])('may be %j', (key) => {
    expect(read({ SERVICE_API_KEY: key }).apiKey).toBe(key);
  });

  it.each(['a\u0085b', 'a\u009fb', 'a\u007fb', 'a\nb', ' ', '\u00a0 ', '.', '..', 'a/b', '\ud800'])(
    'may not be %j',
    (key) => {
      expect(() => read({ SERVICE_API_KEY: key })).toThrow(SettingError);
    },
  );
});

describe('SERVICE_LOCALE', () => {
  it.each(['de', 'pt-BR', 'zh-Hant-HK', 'fa', 'DE-ch'])('may be %s', (locale) => {
    expect(read({ SERVICE_LOCALE: locale }).locale).toBe(locale);
  });

  it('is English if it is empty', () => {
    expect(read({ SERVICE_LOCALE: '' }).locale).toBe('en');
  });

  it.each(['de_DE', 'german language', 'd', ' de', 'de-', 'en_US.UTF-8'])(
    'may not be %j',
    (locale) => {
      const line = /^SERVICE_LOCALE .+ language tag, such as de or pt-BR\.$/;
      expect(() => read({ SERVICE_LOCALE: locale })).toThrow(SettingError);
      expect(() => read({ SERVICE_LOCALE: locale })).toThrow(line);
      expect(() => createDashboardService({ locale })).toThrow(SettingError);
    },
  );
});

describe('PostgreSQL', () => {
  const place = { DATABASE_URL: 'postgres://me:it@db.example.com/data' };

  const shared = {
    SERVICE_SECRET: 'a-secret-of-sixteen',
    SERVICE_API_KEY: 'demo-key',
    SERVICE_ADMIN_PASSWORD: 'a password',
  };

  it('needs the secrets that all its services share', () => {
    expect(read({ ...place, ...shared }).database).toBe(place.DATABASE_URL);
    for (const name of Object.keys(shared)) {
      const settings = read({ ...place, ...shared, [name]: '' });
      expect(() => createDashboardService(settings)).toThrow(SettingError);
    }
  });
});

describe('SERVICE_DATA_URL', () => {
  const DATABASE_URL = 'postgres://me:it@db.example.com/data';
  const refusal = expect.objectContaining({
    name: 'SettingError',
    message: expect.stringMatching(/^SERVICE_DATA_URL must (?!.*hunter2)[^\n]+$/) as string,
  });

  it.each([
    'postgres://reader:hunter2@db.example.com/data',
    'postgres://reader:hunter2@DB.example.com:5432/data?sslmode=require',
    'postgres://reader:hunter2@standby.example.com,db.example.com/data',
  ])('may be another login of the same database, or of a standby: %s', (dataUrl) => {
    expect(read({ DATABASE_URL, SERVICE_DATA_URL: dataUrl }).dataUrl).toBe(dataUrl);
  });

  it('is optional', () => {
    expect(read({ DATABASE_URL, SERVICE_DATA_URL: '' }).dataUrl).toBe(undefined);
  });

  it.each(['mysql://reader:hunter2@db.example.com/data', 'hunter2'])(
    'refuses %s, and does not repeat it',
    (dataUrl) => {
      const options = { secret: 'a-secret-of-sixteen', apiKey: 'key', adminPassword: 'a password' };
      expect(() => read({ DATABASE_URL, SERVICE_DATA_URL: dataUrl })).toThrow(refusal);
      expect(() => createDashboardService({ ...options, database: DATABASE_URL, dataUrl })).toThrow(
        refusal,
      );
    },
  );

  it('needs PostgreSQL', () => {
    const dataUrl = 'postgres://reader:hunter2@db.example.com/data';
    for (const database of ['memory:', './data']) {
      expect(() => read({ DATABASE_URL: database, SERVICE_DATA_URL: dataUrl })).toThrow(refusal);
    }
  });
});

describe('the servers of connection strings', () => {
  it.each(['db.example.com', '10.0.0.1:5433', '[::1]', '[fe80::1]:5432'])('may be %j', (host) => {
    expect(read({ SERVICE_CONNECTION_HOSTS: `${host}, db` }).connectionHosts).toEqual([host, 'db']);
  });

  it.each(['db:99999', '[::::]', 'db/app', 'me@db'])('may not be %j', (host) => {
    expect(() => read({ SERVICE_CONNECTION_HOSTS: host })).toThrow(SettingError);
    expect(() => createDashboardService({ connectionHosts: [host] })).toThrow(SettingError);
  });
});

describe('the files of connection strings', () => {
  it('may be folders of all companies or of one, separated by semicolons', () => {
    const files = '*=/data/shared files; 12=/data/acme;';
    const { connectionFiles } = read({ SERVICE_CONNECTION_FILES: files });
    expect(connectionFiles).toEqual(['*=/data/shared files', '12=/data/acme']);
    expect(read({}).connectionFiles).toEqual([]);
  });

  it.each(['/data', 'acme=/data', '*=data', '*=/data;1='])('may not be %j', (files) => {
    expect(() => read({ SERVICE_CONNECTION_FILES: files })).toThrow(SettingError);
    expect(() => createDashboardService({ connectionFiles: files.split(';') })).toThrow(
      SettingError,
    );
  });
});

describe('the lifetime of a token', () => {
  it.each([0, -1, 7201, Number.NaN, Infinity])('may not be %d seconds', (seconds) => {
    expect(() => createDashboardService({ tokenLifetimeSeconds: seconds })).toThrow(SettingError);
    const service = createDashboardService();
    expect(() => (service.tokenLifetimeSeconds = seconds)).toThrow(SettingError);
    expect(service.tokenLifetimeSeconds).toBe(7200);
  });
});

describe('a password of the back office', () => {
  it.each(['', 'seven77', 'x'.repeat(257)])('may not be %j', (adminPassword) => {
    expect(() => createDashboardService({ adminPassword })).toThrow(SettingError);
  });
});

describe('DATABASE_URL', () => {
  it('is the folder .data of the service if it is empty', () => {
    const folder = fileURLToPath(new URL('../../../service/.data', import.meta.url));
    const { database, secretsFolder } = read({ DATABASE_URL: '' });
    expect([database, secretsFolder]).toEqual([folder, folder]);
  });

  it.each([
    [' memory: ', 'memory:'],
    ['data', '/data'],
    ['./a:b@c//d', '/a:b@c/d'],
    [' /srv/data\n', '/srv/data'],
  ])('%j is %j', (written, meant) => {
    expect(read({ DATABASE_URL: written }).database.trim()).toBe(meant);
  });

  it.each([
    '"postgres://me:hunter2@db/app"',
    "'postgres://me:hunter2@db/app'",
    'postgres//me:hunter2@db/app',
    'postgres//hunter2',
    'me:hunter2',
    'hunter2@db',
    'mysql://me:hunter2@db/app',
    ' ',
    '/proc/hunter2',
    '/srv/../dev/hunter2',
    '/sys',
  ])('refuses %j, and does not repeat it', (DATABASE_URL) => {
    expect(() => read({ DATABASE_URL })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }),
    );
    expect(() => read({ DATABASE_URL })).toThrow(SettingError);
  });
});

describe('a misspelled setting', () => {
  it.each([
    ['SERVICE_FRAME_ANCESTOR', 'SERVICE_FRAME_ANCESTORS'],
    ['SERVICE_TRUSTED_PROXYS', 'SERVICE_TRUSTED_PROXIES'],
    ['service_log', 'SERVICE_LOG'],
    ['DATABASE_URI', 'DATABASE_URL'],
  ])('%s has a warning without its value', (given, meant) => {
    const warning = `${given} is not a setting: did you mean ${meant}?`;
    expect(findMisspelled({ [given]: 'hunter2' })).toEqual([warning]);
    // Then the variable may be one of another program.
    expect(findMisspelled({ [given]: 'hunter2', [meant]: 'set' })).toEqual([]);
  });

  it('is none of other programs', () => {
    const others = ['SERVICE_NAME', 'SERVICE_EXPORT_PASSPHRASE', 'SERVICE_TAGS', 'PATH', 'HOME'];
    const environment = Object.fromEntries(others.map((name) => [name, 'x']));
    expect(findMisspelled(environment)).toEqual([]);
  });
});
