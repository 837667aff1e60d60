/** Lets each colour picker write into the text field that it is for, and follow it where it can. */
export function connectColorPickers(form: HTMLFormElement): void {
  for (const picker of form.querySelectorAll<HTMLInputElement>('[data-for]')) {
    const field = form.elements.namedItem(picker.dataset['for']!) as HTMLInputElement;
    picker.addEventListener('input', () => {
      field.value = picker.value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
  }
}

/** Shows the colours that the fields hold. */
export function updateColorPickers(form: HTMLFormElement): void {
  for (const picker of form.querySelectorAll<HTMLInputElement>('[data-for]')) {
    const { value } = form.elements.namedItem(picker.dataset['for']!) as HTMLInputElement;
    const color = toHex(value);
    picker.classList.toggle('unset', !color);
    if (color) picker.value = color;
  }
}

/** `#rrggbb` of any opaque CSS colour; `null` for what is transparent or no colour. */
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
