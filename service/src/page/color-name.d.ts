declare module 'color-name' {
  /** The CSS named colors in lower case, each as red, green and blue from 0 to 255. */
  const colors: Readonly<Record<string, readonly [number, number, number]>>;
  export default colors;
}
