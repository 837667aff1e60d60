/** Returns `#rrggbb` for any opaque CSS color; `null` if the value is transparent or not a color. */
export function toHex(value: string): string | null {
  const probe = document.createElement('i');
  probe.style.color = value.replace(/^\$/, '#');
  if (!probe.style.color) return null;
  document.body.append(probe);
  const context = document.createElement('canvas').getContext('2d')!;
  context.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha] = context.getImageData(0, 0, 1, 1).data;
  if (alpha !== 255) return null;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
