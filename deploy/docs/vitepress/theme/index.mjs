import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './tokens.css'
import './site.css'

/** The front page of the service is outside the site, so the browser loads it as a page of its own. */
const home = () => h('a', { href: '/', target: '_self', class: 'service-home' }, 'Home')

// VitePress reads the default export.
// oxlint-disable-next-line import/no-default-export
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-content-after': home }),
}
