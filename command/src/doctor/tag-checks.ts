import { toFilterQuery } from '../../../src/protocol/dashboard-filters.ts';
import {
  type ParameterFault,
  parseJson,
  parseParameters,
} from '../../../src/protocol/dashboard-parameters.ts';
import { toFaultSentence } from '../../../src/protocol/parameter-rules.ts';
import { parseBaseUrl } from '../../../src/protocol/display-url.ts';
import { isGuid } from '../../../src/protocol/token.ts';
import { allowsAddress, allowsOthers, type Directive } from './content-security-policy.ts';
import {
  hasOtherScripts,
  isSecureFor,
  isSetByScript,
  type PageEvidence,
  toAddress,
} from './page-evidence.ts';
import type { PageElement } from './read-html.ts';
import type { Check, Verdict } from './run-checks.ts';
import { findIntended, hasSecret, isOneOf } from './tag-attributes.ts';

/** The checks of the tags, but not of those that a script sets. */
export const TAG_CHECKS: readonly Check<PageEvidence>[] = [
  ofTags(
    'closing-tag',
    'Write <embedded-dashboard …></embedded-dashboard>: without an end tag, what follows becomes a child of the tag. HTML ignores a slash.',
    ({ isClosed }) => isClosed,
  ),
  ofTags(
    'attribute-names',
    'Correct the name of the attribute: HTML ignores names that the element does not know.',
    ({ attributes }) => {
      const names = Object.keys(attributes);
      if (hasLostQuote(attributes)) return 'A quotation mark is missing.';
      const wrong = names.find(findIntended);
      return wrong === undefined || `${wrong}: did you mean ${findIntended(wrong)}?`;
    },
  ),
  ofTags(
    'no-secret',
    'Remove the attribute, and make a new key: keys and connections belong to the server, and everybody can read this page.',
    ({ attributes }) => {
      const secret = Object.entries(attributes).find(([name, value]) => hasSecret(name, value));
      return !secret || `The tag has one in ${secret[0]}.`;
    },
  ),
  ofTags(
    'token-url',
    'Add token-url="/dashboards/token", or set getToken by a script.',
    ({ attributes }, page) =>
      Boolean(attributes['token-url']) || (hasOtherScripts(page) ? null : false),
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
    ({ attributes }, page) => {
      const guid = attributes['dashboard-guid'];
      if (hasLostQuote(attributes) || (!guid && hasOtherScripts(page))) return null;
      return isGuid(guid ?? '');
    },
  ),
  {
    name: 'dashboard-of-run',
    fix: 'Write dashboard-guid as in --dashboard: no tag of the page shows the dashboard that the other parts check.',
    holds: ({ tags, page: { dashboardGuid } }) => {
      const guids = tags.flatMap(({ attributes }) => attributes['dashboard-guid'] ?? []);
      if (!dashboardGuid || guids.length === 0 || !guids.every(isGuid)) return null;
      return guids.some((guid) => guid.toLowerCase() === dashboardGuid.toLowerCase());
    },
  },
  ofTags(
    'token-url-of-host',
    'Write token-url as the address in --host with /token: it leads to another address.',
    ({ attributes }, { base, page: { hostUrl } }) => {
      const address = toAddress(attributes['token-url'], base);
      if (!hostUrl || !address) return null;
      const { origin, pathname } = new URL(`${hostUrl}/token`);
      return address.origin === origin && address.pathname.replace(/\/$/, '') === pathname;
    },
  ),
  ofTags(
    'base-url-of-service',
    'Write base-url as the address in --service, or leave it out: it leads to another service.',
    ({ attributes }, { page: { serviceUrl } }) => {
      const baseUrl = parseBaseUrl(attributes['base-url'] ?? '');
      return !baseUrl || !serviceUrl ? null : baseUrl === parseBaseUrl(serviceUrl);
    },
  ),
  ofTags(
    'base-url',
    'Write base-url as the http or https address of the dashboard service, without a query, or leave it out.',
    ({ attributes }) => !attributes['base-url'] || parseBaseUrl(attributes['base-url']) !== null,
  ),
  ofTags(
    'parameters',
    'Write parameters as a JSON object in single quotes, such as parameters=\'{"Region":"North"}\'.',
    ({ attributes: { parameters } }) =>
      !parameters || obeys('parameters', parameters, parseParameters),
  ),
  ofTags(
    'filters',
    'Write filters as a JSON object in single quotes, such as filters=\'{"Region":["North","South"]}\'.',
    ({ attributes: { filters } }) => !filters || obeys('filters', filters, toFilterQuery),
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
      !sandbox ||
      ['allow-scripts', 'allow-same-origin'].every((word) => sandbox.toLowerCase().includes(word)),
  ),
  ofTags(
    'sandbox-navigation',
    'Remove allow-top-navigation from sandbox: a dashboard could replace your page.',
    ({ attributes: { sandbox } }) => !/allow-top-navigation(?!-by)/i.test(sandbox ?? ''),
  ),
  {
    name: 'labels',
    fix: 'Write a label into each tag: a screen reader announces every dashboard without one as “Dashboard”.',
    holds: ({ tags }) => {
      const unnamed = tags.filter((tag) => !isSetByScript(tag) && !tag.attributes.label);
      return unnamed.length < 2 || `${unnamed.length} tags have none.`;
    },
  },
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
      const { serviceUrl, hostBaseUrl } = page.page;
      const service = parseBaseUrl(attributes['base-url'] ?? serviceUrl ?? hostBaseUrl ?? '');
      // Without a known service, only a policy that lets no other origin in is wrong.
      if (!service) return allowsOthers(page.policies, 'frame-src');
      const display = new URL(`${service}/Tdb/token`);
      const isAllowed = allowsAddress(page.policies, 'frame-src', display, page.url);
      return isAllowed || `It needs “frame-src ${display.origin}”.`;
    },
  ),
];

function hasLostQuote(attributes: PageElement['attributes']): boolean {
  return Object.keys(attributes).some((name) => /["'<=]/.test(name));
}

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
      const verdicts = tags.map((tag) => holds(tag, page));
      const wrong = verdicts.find((verdict) => verdict !== true && verdict !== null);
      return wrong ?? (verdicts.includes(true) || null);
    },
  };
}

function obeys(name: string, text: string, parse: (value: unknown) => unknown): Verdict {
  try {
    parse(parseJson(text));
    return true;
  } catch (error) {
    return toFaultSentence(name, error as ParameterFault);
  }
}

function allowsAll(
  { policies, base, url }: PageEvidence,
  directive: Directive,
  { attributes }: PageElement,
  names: readonly string[],
): Verdict {
  const addresses = names.map((name) => toAddress(attributes[name], base));
  const blocked = addresses.find(
    (address) => address && !allowsAddress(policies, directive, address, url),
  );
  return !blocked || `It needs “${directive} ${blocked.origin}”.`;
}
