import { readFileSync } from 'node:fs';

const BASE = '@lit/reactive-element/reactive-element.js';
const FILE = new URL(`../node_modules/${BASE}`, import.meta.url);

/**
 * The code of Lit's base class for what the element does not have. The build fails if a later version of Lit
 * has other code, and names the feature.
 *
 * @type {Record<string, RegExp[]>}
 */
const UNUSED = {
  // The element's style sheets belong to a document.
  'static styles': [
    /import\{.*?\}from"\.\/css-tag\.js";export\{.*?\}from"\.\/css-tag\.js";/,
    /s\(t,this\.constructor\.elementStyles\),/,
    /this\.elementStyles=this\.finalizeStyles\(this\.styles\)/,
    /static finalizeStyles\(s\)\{.*?return i\}/,
    /y\.elementStyles=\[\],/,
    /,s as adoptStyles/,
    /,t as getCompatibleStyle/,
  ],
  'reactive controllers': [
    /addController\(t\)\{.*?\}removeController\(t\)\{.*?\}/,
    /,this\._\$EO\?\.forEach\(t=>t\.hostConnected\?\.\(\)\)/,
    /this\._\$EO\?\.forEach\(t=>t\.hostDisconnected\?\.\(\)\)/,
    /this\._\$EO\?\.forEach\(t=>t\.hostUpdate\?\.\(\)\),/,
    /this\._\$EO\?\.forEach\(t=>t\.hostUpdated\?\.\(\)\),/,
  ],
  decorators: [
    /static addInitializer\(t\)\{.*?\}/,
    /,this\.constructor\.l\?\.forEach\(t=>t\(this\)\)/,
    /,void 0!==t\.l&&\(this\.l=\[\.\.\.t\.l\]\)/,
    /const t=this\[Symbol\.metadata\];if\(null!==t\)\{.*?\}(?=this\._\$Eh)/,
    /Symbol\.metadata\?\?=.*?new WeakMap;/,
  ],
  'properties that are reflected to attributes': [
    /toAttribute\(t,s\)\{.*?return t\},/,
    /_\$ET\(t,s\)\{.*?(?=_\$AK)/,
    /this\._\$Eq&&=this\._\$Eq\.forEach\(.*?\)\),/,
    /,!0===e&&this\._\$Em!==t&&\(this\._\$Eq\?\?=new Set\)\.add\(t\)/,
    /&&this\._\$Em!==e(?=\))/,
    /this\._\$Em=e;/,
    /,this\._\$Em=null(?=\}\}requestUpdate)/,
    /this\._\$Em=null,(?=this\._\$Ev)/,
    /reflect:!1,/,
    /,reflect:e(?=,wrapped)/,
    /c=a\.trustedTypes,l=c\?c\.emptyScript:"",/,
  ],
  'properties with `useDefault`': [
    /\|\|i\.useDefault&&i\.reflect&&.*?(?=\)\)return)/,
    /useDefault:i,/,
    /i&&!\(this\._\$Ej\?\?=new Map\).*?\|\|\((?=this\._\$AL\.has)/,
    /\|\|i(?=\|\|\(s=void 0\))/,
    /(?<=this\._\$AL\.set\(t,s\)\))\)/,
    /\?\?this\._\$Ej\?\.get\(e\)\?\?r/,
    /,useDefault:!1/,
  ],
  'attributes of other types': [
    /case Boolean:i=null!==t;break;/,
    /;break;case Object:case Array:try\{.*?\}catch\(t\)\{i=null\}/,
  ],
  'properties that are state, or have an accessor of the class': [
    /s\.state&&\(s\.attribute=!1\),/,
    /this\.prototype\.hasOwnProperty\(t\)&&\(\(s=Object\.create\(s\)\)\.wrapped=!0\),/,
    /const t=this\.constructor\.elementProperties;if\(t\.size>0\)for\(const\[s,i\]of t\)\{.*?\}(?=\}let t=!1)/,
    /,\{wrapped:h\},r(?=\)\{)/,
    /h\(this\.prototype,t\)\?\?/,
    /getOwnPropertyDescriptor:h,/,
  ],
  'properties whose names are symbols': [
    /,\.\.\.o\(t\)/,
    /getOwnPropertySymbols:o,/,
    /"string"==typeof t\?(?=t\.toLowerCase)/,
    /(?<=t\.toLowerCase\(\)):void 0/,
  ],
  'properties with other options': [
    /,!s\.noAccessor/,
    /void 0!==h&&(?=e\(this\.prototype)/,
    /i\.hasChanged\?\?/,
    /,b=\{attribute:!0,type:String,converter:u,hasChanged:f\}/,
    /=b(?=\)\{if\(this\._\$Ei)/,
    /\?\?b(?=\})/,
    /"function"==typeof t\.converter\?\{fromAttribute:t\.converter\}:void 0!==/,
    /!1===e&&(?=\(h=this\[t\]\))/,
    /,e=!1(?=,h\)\{)/,
    /const r=this\.constructor;(?=if\()/,
    /,i\?\?=r\.getPropertyOptions\(t\)/,
    /,s(?=\);e\(this\.prototype,t,h\))/,
    /,i(?=\)\{const\{get:e)/,
    /,i(?=\)\},configurable)/,
    /,i(?=\)\}!1===this\.isUpdatePending)/,
    /,i(?=,h\)\{if\()/,
  ],
  'a root that the base class makes': [
    /this\.renderRoot\?\?=this\.createRenderRoot\(\),(?=this\.enableUpdating)/,
    /this\.renderRoot\?\?=this\.createRenderRoot\(\),(?=this\._\$Ep)/,
  ],
  'properties from before the class, unless there are some': [
    /this\._\$Ep=void 0,/,
    /t\.size>0&&(?=\(this\._\$Ep=t\))/,
    /if\(this\._\$Ep\)(?=\{for)/,
  ],
  'the values before a change': [
    /this\.C\(t,s\)/,
    /C\(t,s\)\{this\._\$AL\.has.*?\)\}/,
    /this\._\$AL=new Map,(?=this\._\$E_)/,
    /this\._\$AL=new Map,(?=this\.isUpdatePending)/,
    /const s=this\._\$AL;(?=try)/,
    /(?<=this\.shouldUpdate\()s/,
    /(?<=this\.willUpdate\()s/,
    /(?<=this\.update\()s/,
    /(?<=this\._\$AE\()s/,
    /(?<=_\$AE\()t/,
    /(?<=this\.firstUpdated\()t/,
    /(?<=this\.updated\()t/,
    /(?<=\}update\()t/,
  ],
  'hooks of an update': [
    /let t=!1;(?=try)/,
    /t=this\.shouldUpdate\(\),t\?/,
    /(?<=this\.update\(\)\)):this\._\$EM\(\)/,
    /t=!1,(?=this\._\$EM\(\),s)/,
    /t&&(?=this\._\$AE)/,
    /shouldUpdate\(t\)\{return!0\}/,
    /,this\.firstUpdated\(\)/,
    /this\.hasUpdated\|\|\((?=this\.hasUpdated=!0\))/,
    /(?<=this\.hasUpdated=!0)\)/,
    /firstUpdated\(t\)\{\}/,
    /updated\(t\)\{\}/,
    /willUpdate\(t\)\{\}/,
    /const t=(?=this\.scheduleUpdate)/,
    /null!=t&&await t,/,
    /this\.getUpdateComplete\(\)\}getUpdateComplete\(\)\{return /,
  ],
  'polyfills for old browsers': [
    /p=a\.reactiveElementPolyfillSupport,/,
    /p\?\.\(\{ReactiveElement:y\}\),/,
  ],
  'a list of the versions on the page': [/,\(a\.reactiveElementVersions\?\?=\[\]\)\.push\(".*?"\)/],
};

/**
 * Leaves code out of the CDN file that never runs there. Only the CDN file is not code of an application.
 *
 * @returns {import('vite').Plugin}
 */
export function leanLit() {
  return {
    name: 'lean-lit',
    load(id) {
      if (id.endsWith(BASE)) return { code: lean(readFileSync(id, 'utf8')), map: null };
      // A script tag never runs in a worker.
      return id.endsWith('/worker-stand-in.ts') ? '' : null;
    },
  };
}

/**
 * Serves the same base class to the tests.
 *
 * @returns {import('@web/dev-server-core').Plugin}
 */
export function serveLeanLit() {
  return {
    name: 'serve-lean-lit',
    serve: ({ path }) =>
      path.endsWith(BASE) ? { body: lean(readFileSync(FILE, 'utf8')) } : undefined,
  };
}

/** @param {string} code */
function lean(code) {
  let rest = code;
  for (const [feature, patterns] of Object.entries(UNUSED)) {
    for (const pattern of patterns) {
      if (!pattern.test(rest)) throw new Error(`${BASE} has other code for ${feature}: ${pattern}`);
      rest = rest.replace(pattern, '');
    }
  }
  return rest;
}
