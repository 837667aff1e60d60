/** The compressed files of the databases. The build writes this module. */
declare module 'virtual:live-files' {
  const files: Record<'wasm' | 'data' | 'database', { name: string; bytes: number }>;
  export default files;
}
