/** The pending timers, and the number of timer, animation frame and idle callbacks that ran. */
window.timers = { waiting: new Set(), ran: 0 };

for (const [begin, end, isRepeated] of [
  ['setTimeout', 'clearTimeout', false],
  ['setInterval', 'clearInterval', true],
  ['requestAnimationFrame', 'cancelAnimationFrame', false],
  ['requestIdleCallback', 'cancelIdleCallback', false],
]) {
  const [beginning, ending] = [window[begin].bind(window), window[end].bind(window)];
  window[begin] = (act, ...options) => {
    const timer = beginning(
      (...values) => {
        timers.ran += 1;
        if (!isRepeated) timers.waiting.delete(`${begin} ${timer}`);
        act(...values);
      },
      ...options,
    );
    timers.waiting.add(`${begin} ${timer}`);
    return timer;
  };
  window[end] = (timer) => {
    timers.waiting.delete(`${begin} ${timer}`);
    ending(timer);
  };
}
