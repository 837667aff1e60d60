declare module 'color-name' {
  /** CSS named colours in lower case, each as red, green and blue from 0 to 255. */
  const colors: Readonly<Record<string, readonly [number, number, number]>>;
  export default colors;
}
