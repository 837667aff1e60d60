import { editorData } from './build/editor-data.mjs';
import {
  defaultValues,
  plainObjects,
  publicInterface,
  wordTypes,
} from './build/manifest-plugins.mjs';

export default {
  // Read all sources, because any of them may declare a public type. The plugins keep only what is public.
  globs: ['src/element/*.ts', 'src/protocol/*.ts', 'src/index.ts'],
  exclude: ['src/element/*.styles.ts'],
  litelement: true,
  plugins: [plainObjects(), defaultValues(), wordTypes(), publicInterface(), editorData()],
};
