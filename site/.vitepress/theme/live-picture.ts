import { withBase } from 'vitepress';
import { defineComponent, h, ref } from 'vue';
import picture from '../../../generated/pictures/embedded-dashboard.png';

/** A picture of a dashboard. A click replaces it by the live demo, which loads nothing before. */
export const LivePicture = defineComponent(() => {
  const isLive = ref(false);
  const start = (): void => {
    isLive.value = true;
  };
  return () =>
    isLive.value
      ? h('iframe', { class: 'live', src: withBase('/demo/index.html'), title: 'Live demo' })
      : h('button', { class: 'live', type: 'button', onClick: start }, [
          h('img', { src: picture, alt: 'A dashboard of sales inside a page' }),
          h('span', 'Start it here'),
        ]);
});
