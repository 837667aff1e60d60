import { editorData } from './build/editor-data.mjs';
import {
  defaultValues,
  plainObjects,
  publicInterface,
  wordTypes,
} from './build/manifest-plugins.mjs';

export default {
  // All sources are read, for their types stand in any of them; the plugins leave what is public.
  globs: ['src/element/*.ts', 'src/protocol/*.ts', 'src/index.ts'],
  exclude: ['src/element/*.styles.ts'],
  litelement: true,
  plugins: [plainObjects(), defaultValues(), wordTypes(), publicInterface(), editorData()],
};
