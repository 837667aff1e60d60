import { createDashboardService, readSettings, SettingError } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';

const read = (environment: Record<string, string>) =>
  readSettings({ DATABASE_URL: 'memory:', SERVICE_API_KEY: 'key', ...environment }, '/');

describe('SERVICE_FRAME_ANCESTORS', () => {
  const good = ["'none'", "* 'self'", 'https://*.app.example:*', 'http://[::1]:3000', '[::1]'];
  it.each(good)('may be %s', (text) => {
    expect(read({ SERVICE_FRAME_ANCESTORS: text }).frameAncestors).toBe(text);
  });

  it.each(["'none' *", "https://app.example 'none'", 'http://[::1', 'http://::1'])(
    'may not be %s',
    (text) => {
      expect(() => read({ SERVICE_FRAME_ANCESTORS: text })).toThrow(SettingError);
    },
  );
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

describe('PostgreSQL', () => {
  const place = { DATABASE_URL: 'postgres://me:it@db.example.com/data' };

  it('needs a secret that all of its services have', () => {
    expect(() => read(place)).toThrow(/^SERVICE_SECRET is missing/);
    expect(read({ ...place, SERVICE_SECRET: 'a secret of sixteen' }).database).toBe(
      place.DATABASE_URL,
    );
  });
});

describe('a password of the back office', () => {
  it.each(['', 'seven77', 'x'.repeat(257)])('may not be %j', (adminPassword) => {
    expect(() => createDashboardService({ adminPassword })).toThrow(SettingError);
  });
});
