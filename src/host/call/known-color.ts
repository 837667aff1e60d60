import { SERVICE_HEX } from '../../protocol/display-url.ts';

/** A hexadecimal color of CSS. The service has `$` in place of `#`. */
const CSS_HEX = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/;

/** https://www.w3.org/TR/css-color-4/#named-colors */
const NAMED_COLORS = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet
  brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue
  darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange
  darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise
  darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen
  fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred
  indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
  lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen
  lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta
  maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue
  mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin
  navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen
  paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red
  rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
  slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white
  whitesmoke yellow yellowgreen`.split(/\s+/),
);

/**
 * Returns a color in the dashboard service's form, as far as a server can tell: a CSS named color in lower
 * case, a CSS hexadecimal color as `$` and 6 digits (8 if it is not opaque), or the service's own `$` form
 * unchanged. Returns `null` for anything else.
 */
export function toKnownColor(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  // Convert ASCII letters only, as CSS does: `toLowerCase` alone makes a `k` of the Kelvin sign.
  const color = value.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (SERVICE_HEX.test(color)) return value.trim();
  const digits = CSS_HEX.exec(color)?.[1];
  if (!digits) return NAMED_COLORS.has(color) ? color : null;
  const full = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  return `$${full.replace(/(.{6})ff/, '$1')}`;
}
