import type { Plugin } from 'vite';

/**
 * What the element does without of Lit: word for word as it stands in the pinned release, and what
 * takes its place. Most of it no minifier can know to be unused, because it hangs on a class.
 */
const UNUSED_LIT: [piece: string, replacement: string][] = [
  // Styles that hang on the class.
  ['this.elementStyles=this.finalizeStyles(this.styles)', ''],
  [
    'static finalizeStyles(s){const i=[];if(Array.isArray(s)){const e=new Set(s.flat(1/0).reverse());for(const s of e)i.unshift(t(s))}else void 0!==s&&i.push(t(s));return i}',
    '',
  ],
  ['return s(t,this.constructor.elementStyles),t', 'return t'],
  ['y.elementStyles=[],', ''],
  [',s as adoptStyles,u as defaultConverter,t as getCompatibleStyle', ''],
  [
    'import{getCompatibleStyle as t,adoptStyles as s}from"./css-tag.js";export{CSSResult,css,supportsAdoptingStyleSheets,unsafeCSS}from"./css-tag.js";',
    '',
  ],
  // Decorators, and accessors of one's own.
  ['Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;', ''],
  [
    'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}',
    '',
  ],
  [
    '(t,s=b){if(s.state&&(s.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0),this.elementProperties.set(t,s),!s.noAccessor){const i=Symbol(),h=this.getPropertyDescriptor(t,i,s);void 0!==h&&e(this.prototype,t,h)}}static getPropertyDescriptor(t,s,i){const{get:e,set:r}=h(this.prototype,t)??{get(){return this[s]},set(t){this[s]=t}};return{get:e,set(s){const h=e?.call(this);r?.call(this,s),this.requestUpdate(t,h,i)},configurable:!0,enumerable:!0}}static getPropertyOptions(t){return this.elementProperties.get(t)??b}',
    '(t,s){this.elementProperties.set(t,s);const i=Symbol();e(this.prototype,t,{get(){return this[i]},set(s){const e=this[i];this[i]=s,this.requestUpdate(t,e)},configurable:!0,enumerable:!0})}',
  ],
  [
    'const t=this.constructor.elementProperties;if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}',
    '',
  ],
  // Properties that symbols name.
  ['s=[...r(t),...o(t)]', 's=r(t)'],
  ['"string"==typeof t?t.toLowerCase():void 0', 't.toLowerCase()'],
  // Registers of polyfills and versions.
  ['a=globalThis,c=a.trustedTypes,l=c?c.emptyScript:"",', ''],
  ['p=a.reactiveElementPolyfillSupport,', ''],
  [',p?.({ReactiveElement:y}),(a.reactiveElementVersions??=[]).push("2.1.2")', ''],
  // Controllers and initializers.
  [
    'addController(t){(this._$EO??=new Set).add(t),void 0!==this.renderRoot&&this.isConnected&&t.hostConnected?.()}removeController(t){this._$EO?.delete(t)}',
    '',
  ],
  [',this._$EO?.forEach(t=>t.hostConnected?.())', ''],
  ['this._$EO?.forEach(t=>t.hostDisconnected?.())', ''],
  ['this._$EO?.forEach(t=>t.hostUpdated?.()),', ''],
  ['static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}', ''],
  [',this.constructor.l?.forEach(t=>t(this))', ''],
  ['void 0!==t.l&&(this.l=[...t.l]),', ''],
  // Hooks that say when and whether to update, when that is done, and that it was the first time.
  [
    'const t=this.scheduleUpdate();return null!=t&&await t,!this.isUpdatePending',
    'return this.performUpdate(),!this.isUpdatePending',
  ],
  ['scheduleUpdate(){return this.performUpdate()}', ''],
  [
    'let t=!1;const s=this._$AL;try{t=this.shouldUpdate(s),t?(this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)):this._$EM()}catch(s){throw t=!1,this._$EM(),s}t&&this._$AE(s)',
    'try{this.willUpdate()}finally{this._$EM()}this._$AE()',
  ],
  ['shouldUpdate(t){return!0}', ''],
  ['this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t)),', 'this.hasUpdated=!0,'],
  ['firstUpdated(t){}', ''],
  ['return this.getUpdateComplete()}getUpdateComplete(){', ''],
  // Attributes that reflect their property, or that are no strings.
  [
    '_$ET(t,s){const i=this.constructor.elementProperties.get(t),e=this.constructor._$Eu(t,i);if(void 0!==e&&!0===i.reflect){const h=(void 0!==i.converter?.toAttribute?i.converter:u).toAttribute(s,i.type);this._$Em=t,null==h?this.removeAttribute(e):this.setAttribute(e,h),this._$Em=null}}',
    '',
  ],
  ['update(t){this._$Eq&&=this._$Eq.forEach(t=>this._$ET(t,this[t])),this._$EM()}', ''],
  [
    'void 0!==e&&this._$Em!==e){const t=i.getPropertyOptions(e),h="function"==typeof t.converter?{fromAttribute:t.converter}:void 0!==t.converter?.fromAttribute?t.converter:u;this._$Em=e;const r=h.fromAttribute(s,t.type);this[e]=r??this._$Ej?.get(e)??r,this._$Em=null}',
    'void 0!==e)this[e]=s',
  ],
  ['this._$Em=null,', ''],
  ['(t,s,i){this._$AK(t,i)}_$AK(t,s){', '(t,h,s){'],
  [',b={attribute:!0,type:String,converter:u,reflect:!1,useDefault:!1,hasChanged:f}', ''],
  // The old values of what has changed, and other ways to compare them.
  ['this._$AL=new Map,this._$E_()', 'this._$E_()'],
  ['this._$AL=new Map,this.isUpdatePending=!1', 'this.isUpdatePending=!1'],
  [
    'C(t,s,{useDefault:i,reflect:e,wrapped:h},r){i&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),!0!==h||void 0!==r)||(this._$AL.has(t)||(this.hasUpdated||i||(s=void 0),this._$AL.set(t,s)),!0===e&&this._$Em!==t&&(this._$Eq??=new Set).add(t))}',
    '',
  ],
  [
    'requestUpdate(t,s,i,e=!1,h){if(void 0!==t){const r=this.constructor;if(!1===e&&(h=this[t]),i??=r.getPropertyOptions(t),!((i.hasChanged??f)(h,s)||i.useDefault&&i.reflect&&h===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,i))))return;this.C(t,s,i)}!1===this.isUpdatePending&&',
    'requestUpdate(t,s){void 0!==t&&i(this[t],s)||this.isUpdatePending||',
  ],
];

/**
 * Cuts out of Lit, for the CDN file alone, what the element does without: more than half of
 * it, 1,300 bytes in brotli. The package on npm imports Lit as it is. A release of Lit in which a
 * piece is not found word for word ends the build; then this list is to be read against it.
 */
export function leanLit(): Plugin {
  return {
    name: 'lean-lit',
    transform: {
      filter: { id: /@lit\/reactive-element\/reactive-element\.js$/ },
      handler(code) {
        for (const [piece, replacement] of UNUSED_LIT) {
          if (!code.includes(piece)) this.error(`Lit has changed, it lacks: ${piece}`);
          code = code.replace(piece, () => replacement);
        }
        return { code, map: null };
      },
    },
  };
}
