import { onContentUpdated, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import { LivePicture } from './live-picture.ts';
import './style.css';

/** VitePress' theme in the colors of the project, with a main landmark on the front page. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(LivePicture) }),
  setup() {
    onContentUpdated(() => document.querySelector('.is-home')?.setAttribute('role', 'main'));
  },
} satisfies Theme;
