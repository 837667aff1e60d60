import { render } from 'preact';
import type { EditorStart } from '../../dashboards/editor-wire.ts';
import { Editor } from './editor.tsx';

const start = JSON.parse(document.querySelector('#editor-start')!.textContent) as EditorStart;
const place = document.querySelector('#editor')!;
place.replaceChildren();
render(<Editor start={start} />, place);
