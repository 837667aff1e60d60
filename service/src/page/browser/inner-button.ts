/** Puts the content of an element into a button, and returns the button. */
export function addInnerButton(element: Element): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(...element.childNodes);
  element.append(button);
  return button;
}
