export default {
  globs: ['src/element/*.ts', 'src/index.ts'],
  exclude: ['src/element/*.styles.ts'],
  litelement: true,
};
