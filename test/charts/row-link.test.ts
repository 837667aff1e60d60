import { expect, it } from 'vitest';
import { isLinkTemplate, toLink } from '../../service/src/dashboard/row-link.ts';

it.each([
  ['https://app.example.com', true],
  ['https://app.example.com/a/{id}?q={name}#x', true],
  ['http://app.example.com/', false],
  ['javascript:alert(1)', false],
  ['https://{host}/', false],
  ['https://a{host}.example.com/', false],
  ['https://user@app.example.com/', false],
  ['https://app.example.com\\@evil.example/', false],
  ['https:///path', false],
  ['https://app.example.com/ x', false],
  ['/path/{id}', false],
])('a template has a fixed host of https: %s is %s', (template, expected) => {
  expect(isLinkTemplate(template)).toBe(expected);
});

it.each([
  ['https://app.example.com/{id}', '../?x#"><\ud800', '..%2F%3Fx%23%22%3E%3C%EF%BF%BD'],
  ['https://app.example.com/{id}', null, null],
  ['javascript:{id}', 1, null],
])('the link of %s keeps %j within its place', (template, id, end) => {
  expect(toLink(template, { id })).toBe(end && `https://app.example.com/${end}`);
});
