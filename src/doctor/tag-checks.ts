import { parseJson, parseParameters } from '../protocol/dashboard-parameters.ts';
import { parseBaseUrl } from '../protocol/display-url.ts';
import { isGuid } from '../protocol/token.ts';
import { allowsAddress, type Directive } from './content-security-policy.ts';
import {
  isSecureFor,
  isSetByScript,
  type PageElement,
  type PageEvidence,
  toAddress,
} from './page-evidence.ts';
import type { Check, Verdict } from './run-checks.ts';
import { findIntended, isOneOf, isSecretName } from './tag-attributes.ts';

/** The checks of the tags, but not of those that a script sets. */
export const TAG_CHECKS: readonly Check<PageEvidence>[] = [
  ofTags(
    'closing-tag',
    'Write <embedded-dashboard …></embedded-dashboard>: HTML ignores the slash, and what follows becomes a child of the tag.',
    ({ isSelfClosed }) => !isSelfClosed,
  ),
  ofTags(
    'attribute-names',
    'Correct the name of the attribute: HTML ignores names that the element does not know.',
    ({ attributes }) => {
      const wrong = Object.keys(attributes).find(findIntended);
      return wrong === undefined || `${wrong}: did you mean ${findIntended(wrong)}?`;
    },
  ),
  ofTags(
    'no-secret',
    'Remove the attribute, and make a new key: keys and connections belong to the server, and everybody can read this page.',
    ({ attributes }) => {
      const secret = Object.keys(attributes).find(isSecretName);
      return !secret || `The tag has ${secret}.`;
    },
  ),
  ofTags(
    'token-url',
    'Add token-url="/dashboards/token", or set getToken by a script.',
    ({ attributes }, { scripts }) =>
      Boolean(attributes['token-url']) || scripts.some(({ text }) => text.includes('getToken')),
  ),
  ofTags(
    'host-addresses',
    'Write token-url, logout-url and login-url as addresses of http or https.',
    (tag, { base }) =>
      ['token-url', 'logout-url', 'login-url'].every((name) => {
        const value = tag.attributes[name];
        return !value || /^https?:$/.test(toAddress(value, base)?.protocol ?? '');
      }),
  ),
  ofTags(
    'dashboard-guid',
    'Write dashboard-guid as the identifier of the dashboard: 8-4-4-4-12 hexadecimal digits.',
    ({ attributes }) => isGuid(attributes['dashboard-guid'] ?? ''),
  ),
  ofTags(
    'base-url',
    'Write base-url as the http or https address of the dashboard service, without a query, or leave it out.',
    ({ attributes }) => !attributes['base-url'] || parseBaseUrl(attributes['base-url']) !== null,
  ),
  ofTags(
    'parameters',
    'Write parameters as a JSON object in single quotes, such as parameters=\'{"Region":"North"}\'.',
    ({ attributes: { parameters } }) => !parameters || hasParameters(parameters),
  ),
  ofTags(
    'words',
    'Use theme="dark" or "auto", loading="lazy" or "eager", and credentials="same-origin", "include" or "omit".',
    ({ attributes }) => {
      const wrong = Object.entries(attributes).find(([name, value]) => !isOneOf(name, value));
      return !wrong || `${wrong[0]} has another value.`;
    },
  ),
  ofTags(
    'refresh-every',
    'Write refresh-every as a number of seconds, 30 or more, or leave it out.',
    ({ attributes }) =>
      attributes['refresh-every'] === undefined || Number(attributes['refresh-every']) >= 30,
  ),
  ofTags(
    'sandbox-scripts',
    'Keep allow-scripts and allow-same-origin in sandbox, or leave sandbox out: a dashboard needs both.',
    ({ attributes: { sandbox } }) =>
      !sandbox || ['allow-scripts', 'allow-same-origin'].every((word) => sandbox.includes(word)),
  ),
  ofTags(
    'sandbox-navigation',
    'Remove allow-top-navigation from sandbox: a dashboard could replace your page.',
    ({ attributes: { sandbox } }) => !/allow-top-navigation(?!-by)/.test(sandbox ?? ''),
  ),
  ofTags(
    'mixed-content',
    'Use https in base-url, token-url and logout-url: an https page may load nothing over http.',
    (tag, page) =>
      ['base-url', 'token-url', 'logout-url'].every((name) =>
        isSecureFor(page, tag.attributes[name]),
      ),
  ),
  ofTags(
    'csp-connect-src',
    'Add the origin of token-url and logout-url to connect-src in the Content-Security-Policy of the page.',
    (tag, page) => allowsAll(page, 'connect-src', tag, ['token-url', 'logout-url']),
  ),
  ofTags(
    'csp-frame-src',
    'Add the origin of the dashboard service to frame-src in the Content-Security-Policy of the page.',
    ({ attributes }, page) => {
      const service = toAddress(attributes['base-url'] ?? page.page.serviceUrl, page.base);
      if (!service) return isFrameOpen(page);
      const isAllowed = allowsAddress(page.policies, 'frame-src', service, page.base);
      return isAllowed || `It needs “frame-src ${service.origin}”.`;
    },
  ),
];

/** A check of each tag. It does not apply if scripts set them all. */
function ofTags(
  name: string,
  fix: string,
  holds: (tag: PageElement, page: PageEvidence) => Verdict,
): Check<PageEvidence> {
  return {
    name,
    fix,
    holds: (page) => {
      const tags = page.tags.filter((tag) => !isSetByScript(tag));
      if (tags.length === 0) return null;
      const wrong = tags.map((tag) => holds(tag, page)).find((verdict) => verdict !== true);
      return wrong ?? true;
    },
  };
}

function hasParameters(text: string): Verdict {
  try {
    parseParameters(parseJson(text));
    return true;
  } catch (error) {
    return (error as TypeError).message;
  }
}

function allowsAll(
  { policies, base }: PageEvidence,
  directive: Directive,
  { attributes }: PageElement,
  names: readonly string[],
): Verdict {
  const addresses = names.map((name) => toAddress(attributes[name], base));
  const blocked = addresses.find(
    (address) => address && !allowsAddress(policies, directive, address, base),
  );
  return !blocked || `It needs “${directive} ${blocked.origin}”.`;
}

/** Without a known service, only a policy that lets no other origin in is wrong. */
function isFrameOpen({ policies }: PageEvidence): boolean {
  return policies.every((policy) => {
    const sources = policy.get('frame-src') ?? policy.get('child-src') ?? policy.get('default-src');
    return !sources || sources.some((source) => !/^'(none|self)'$/.test(source));
  });
}
