import { describe, expect, it } from 'vitest';
import { parseJsonFields, parseTextBody } from '../../../service/src/api/call-fields.ts';
import { parseSqlParameters } from '../../../service/src/api/sql-parameters.ts';

describe('a field of a call', () => {
  it('may have 8,192 characters', () => {
    const longest = 'x'.repeat(8192);
    expect(parseJsonFields(JSON.stringify({ User: longest })).get('user')).toBe(longest);
    expect(parseTextBody(longest).get('connectionstring')).toBe(longest);
    const long = JSON.stringify({ user: `${longest}x` });
    expect(() => parseJsonFields(long)).toThrow('user is too long or contains a NUL.');
  });

  it('is not set if it is null, and must be a string otherwise', () => {
    expect([...parseJsonFields('{"user":null,"organization":"","other":5}')]).toEqual([
      ['organization', ''],
    ]);
    expect(() => parseJsonFields('{"user":5}')).toThrow('user must be a string.');
  });

  it('may be repeated with the same value only', () => {
    expect(parseJsonFields('{"user":"a","USER":"a"}').get('user')).toBe('a');
    expect(() => parseJsonFields('{"user":"a","USER":"b"}')).toThrow('two different values');
  });
});

describe('SQLparameters', () => {
  it('have names without surrounding white space, in lower case, and unchanged values', () => {
    expect(parseSqlParameters(' Region =North; Year\t= 2026 ;')).toEqual({
      region: 'North',
      year: ' 2026 ',
    });
  });

  it('may have empty parts, and values with =', () => {
    expect(parseSqlParameters(';a=b=c; ;d=')).toEqual({ a: 'b=c', d: '' });
    for (const text of ['a', '=b', ' =b']) {
      expect(() => parseSqlParameters(text)).toThrow('name=value pairs');
    }
  });

  it('may repeat a name with the same value only', () => {
    expect(parseSqlParameters('a=1;A=1')).toEqual({ a: '1' });
    expect(() => parseSqlParameters('a=1;A=2')).toThrow('two different values');
  });
});
