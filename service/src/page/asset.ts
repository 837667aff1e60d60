/** A file that pages refer to. */
export interface Asset {
  /** The file name with a hash of the content, which allows browsers to cache the file forever. */
  name: string;
  mediaType: string;
  body: Uint8Array<ArrayBuffer>;
  gzipped: Uint8Array<ArrayBuffer>;
}

/** The style sheets and scripts of dashboards and of the back office. */
export interface PageAssets {
  style: Asset;
  script: Asset;
  refusalScript: Asset;
  adminStyle: Asset;
  adminScript: Asset;
  previewScript: Asset;
  editorStyle: Asset;
  editorScript: Asset;
}
