/** The names of the files of `PageAssets`, by their keys. The build writes this module. */
declare module 'virtual:page-assets' {
  const files: Record<string, { name: string; mediaType: string }>;
  export default files;
}
