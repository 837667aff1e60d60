/** Returns the part of the frame that is on the screen. A frame may be as high as its content. */
export function findVisibleArea(): Promise<DOMRectReadOnly> {
  const probe = document.createElement('div');
  Object.assign(probe.style, { position: 'fixed', inset: '0', visibility: 'hidden' });
  document.body.append(probe);
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      probe.remove();
      resolve(entry!.intersectionRect);
    });
    observer.observe(probe);
  });
}
