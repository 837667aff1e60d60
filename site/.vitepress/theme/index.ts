import { onContentUpdated, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import './style.css';

/** VitePress' theme in the colors of the project, with a main landmark on the front page. */
export default {
  extends: DefaultTheme,
  setup() {
    onContentUpdated(() => document.querySelector('.is-home')?.setAttribute('role', 'main'));
  },
} satisfies Theme;
