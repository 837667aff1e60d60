import colorNames from 'color-name';

/** A color of the display address, ready for the page's CSS. */
export interface PageColor {
  /** `#` and 6 or 8 digits. The received text itself never reaches the page. */
  css: string;
  opaque: boolean;
  /** Relative luminance of WCAG 2, from 0 (black) to 1 (white), of the color without its opacity. */
  luminance: number;
}

const HEX = /^\$([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** Parses a CSS color name, or `$` and hexadecimal digits. Returns `null` for anything else. */
export function parsePageColor(value: string | undefined): PageColor | null {
  if (!value) return null;
  const digits = HEX.exec(value)?.[1]?.toLowerCase() ?? digitsOfName(value.toLowerCase());
  if (!digits) return null;
  const full = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  return {
    css: `#${full}`,
    opaque: full.length === 6 || full.endsWith('ff'),
    luminance: luminanceOf(full),
  };
}

function digitsOfName(name: string): string | null {
  if (name === 'transparent') return '00000000';
  const channels = Object.hasOwn(colorNames, name) ? colorNames[name] : null;
  return channels?.map((channel) => channel.toString(16).padStart(2, '0')).join('') ?? null;
}

/** Returns the relative luminance, see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
