import { defaultValues, publicInterface, wordTypes } from './build/manifest-plugins.mjs';

export default {
  globs: ['src/element/*.ts', 'src/protocol/*.ts', 'src/index.ts'],
  exclude: ['src/element/*.styles.ts'],
  litelement: true,
  plugins: [defaultValues(), wordTypes(), publicInterface()],
};
