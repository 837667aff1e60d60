import type { EditorStart } from '../../dashboards/editor-wire.ts';
import { DraftEditor } from './draft-editor.ts';

const start = JSON.parse(document.querySelector('#editor-start')!.textContent) as EditorStart;
document.querySelector('#editor')!.replaceChildren(new DraftEditor(start));
