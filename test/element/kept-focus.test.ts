import { expect } from '@open-wc/testing';
import {
  createAnswered,
  createReadyDashboard,
  untilPrepared,
} from '../support/dashboard-fixture.ts';
import { itWhere } from '../support/it-where.ts';
import { addElement } from '../support/test-page.ts';
import { until, untilDrawn } from '../support/until.ts';

/** Makes the page in a frame take the focus, and waits until it has lost it again. */
async function takeFocus({ contentWindow }: HTMLIFrameElement): Promise<void> {
  let isOver = false;
  const onMessage = ({ source, data }: MessageEvent): void => {
    isOver ||= source === contentWindow && data === 'blurred';
  };
  addEventListener('message', onMessage);
  await until(() => {
    // The page may not listen yet.
    if (!isOver) contentWindow!.postMessage({ focus: true }, '*');
    return isOver;
  });
  removeEventListener('message', onMessage);
}

/** Adds a text field to the page, or to the shadow root of an element. */
function addField({ isInside = false } = {}): HTMLInputElement {
  const outer = document.createElement('div');
  addElement(outer);
  const root = isInside ? outer.attachShadow({ mode: 'open' }) : outer;
  const field = root.appendChild(document.createElement('input'));
  field.value = 'Revenue';
  field.focus();
  field.setSelectionRange(2, 4);
  return field;
}

function addText(): HTMLElement {
  const text = document.createElement('p');
  text.contentEditable = 'true';
  text.textContent = 'Revenue';
  addElement(text);
  text.focus();
  getSelection()!.setBaseAndExtent(text.firstChild!, 2, text.firstChild!, 4);
  return text;
}

function focusedIn(root: Document | ShadowRoot): Element | null {
  const { activeElement } = root;
  return activeElement?.shadowRoot ? focusedIn(activeElement.shadowRoot) : activeElement;
}

const inField = (field: HTMLInputElement): unknown => [field.selectionStart, field.selectionEnd];
const inText = (): unknown => {
  const { anchorOffset, focusOffset } = getSelection()!;
  return [anchorOffset, focusOffset];
};

/** Adds a test of a page that takes the focus. */
function itKeeps(title: string, test: Mocha.AsyncFunc): void {
  const canTake = /Chrome|Firefox/.test(navigator.userAgent);
  itWhere(canTake, 'in WebKit, no page of another origin takes the focus', title, test);
}

describe('a page that takes the focus while it loads behind the dashboard', () => {
  for (const [place, add, selection] of [
    ['a text field', addField, inField],
    ['a field in a shadow root', () => addField({ isInside: true }), inField],
    ['an editable text', addText, inText],
    ['nothing', () => document.body, () => [2, 4]],
  ] as [string, () => HTMLElement, (field: HTMLElement) => unknown][]) {
    itKeeps(`leaves it in ${place}`, async () => {
      const fixture = await createReadyDashboard();
      const field = add();
      fixture.element.reload().catch(() => {});
      await takeFocus(await untilPrepared(fixture));
      await until(() => focusedIn(document) === field);
      expect(selection(field)).to.deep.equal([2, 4]);
    });
  }

  itKeeps('leaves it in the frame on screen', async () => {
    const fixture = await createReadyDashboard();
    const [shown] = fixture.frames();
    shown!.contentWindow!.focus();
    fixture.element.reload().catch(() => {});
    await takeFocus(await untilPrepared(fixture));
    await until(() => focusedIn(document) === shown);
  });
});

describe('a first page that takes the focus while it loads', () => {
  async function createEndless(): Promise<{ field: HTMLInputElement; frame: HTMLIFrameElement }> {
    const field = addField();
    const { frames } = await createAnswered([{ kind: 'endless' }]);
    await until(() => frames().length === 1);
    return { field, frame: frames()[0]! };
  }

  const press = (key: string): boolean =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

  itKeeps('leaves it where it was', async () => {
    const { field, frame } = await createEndless();
    await takeFocus(frame);
    await until(() => focusedIn(document) === field);
  });

  it('keeps it if the reader went there with Tab', async () => {
    const { frame } = await createEndless();
    press('Tab');
    frame.focus();
    await untilDrawn();
    expect(focusedIn(document)).to.equal(frame);
  });

  itKeeps('leaves it where it was, if the reader wrote, or went elsewhere with Tab', async () => {
    const { field, frame } = await createEndless();
    press('a');
    await takeFocus(frame);
    await until(() => focusedIn(document) === field);
    press('Tab');
    const other = addField();
    await untilDrawn();
    await takeFocus(frame);
    await until(() => focusedIn(document) === other);
  });
});
