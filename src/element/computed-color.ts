import { SERVICE_HEX } from '../protocol/display-url.ts';

/**
 * A CSS color in the dashboard service's form, as the browser computes it: a named color in lower
 * case, or `$` and 6 hexadecimal digits, 8 if it is not opaque. `null` for anything that is not a
 * color. `root` is a connected shadow root: its host gives `var()` and `currentcolor` their values.
 */
export function toComputedColor(value: string, root: ShadowRoot): string | null {
  const color = value.trim();
  if (SERVICE_HEX.test(color)) return color;
  if (!CSS.supports('color', color)) return null;
  const probe = document.createElement('font');
  probe.style.setProperty('forced-color-adjust', 'none');
  root.append(probe);
  const hex = toHex(color, probe);
  // The `color` attribute of `<font>` knows the named colors and no other keyword.
  probe.color = color;
  const isName = /^[a-z]+$/i.test(color) && hex === toHex('currentcolor', probe);
  probe.remove();
  // `transparent` is a name that the service does not know.
  if (isName && hex?.length === 6) return color.toLowerCase();
  return hex && `$${hex}`;
}

/** 6 hexadecimal digits, 8 if the color is not opaque; `null` for CSS-wide keywords. */
function toHex(color: string, probe: HTMLElement): string | null {
  // Mixing a color with itself keeps it, and converts it to sRGB from any color space.
  probe.style.backgroundColor = `color-mix(in srgb, ${color}, ${color})`;
  const computed = getComputedStyle(probe).backgroundColor;
  if (!computed.startsWith('color(srgb')) return null;
  // A channel may be out of sRGB's range, or `none`, which counts as 0.
  const bytes = Uint8ClampedArray.from(computed.match(/ [^ /)]+/g)!, (channel) => +channel * 255);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
