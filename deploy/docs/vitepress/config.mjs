import { readFileSync } from 'node:fs'
import { createCssVariablesTheme } from 'shiki'
import llms from 'vitepress-plugin-llms'

const sidebar = JSON.parse(readFileSync(new URL('./sidebar.json', import.meta.url), 'utf8'))
const description =
  'Checks delivered work against what was agreed, computes what it earned, and signs a receipt that anyone can verify offline.'

/** The contents for the list of pages, which takes no link to a part of a page. */
const wholePages = (items) =>
  items.map(({ link, items: inner, ...item }) => ({
    ...item,
    ...(link !== undefined && !link.includes('#') && { link }),
    ...(inner !== undefined && { items: wholePages(inner) }),
  }))

/** Colours are classes, since the content security policy forbids styles in elements. */
const colourClasses = {
  name: 'colour-classes',
  span(node) {
    const name = /var\(--shiki-([\w-]+)\)/.exec(String(node.properties.style ?? ''))?.[1]
    delete node.properties.style
    if (name !== undefined) node.properties.class = `shiki-${name}`
  },
  pre(node) {
    delete node.properties.style
  },
}

/** The anchors that GitHub makes, which the links between the files use. */
function anchorOf(text) {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

/** Vue would read `{{…}}` in an indented block of code as an expression; VitePress keeps it from fenced ones alone. */
function printIndentedCode(markdown) {
  const { code_block: render } = markdown.renderer.rules
  markdown.renderer.rules.code_block = (tokens, index, ...rest) => {
    tokens[index].attrSet('v-pre', '')
    return render(tokens, index, ...rest)
  }
}

// VitePress reads the default export.
// oxlint-disable-next-line import/no-default-export
export default {
  title: 'Outturn',
  description,
  lang: 'en',
  base: '/docs/',
  cleanUrls: true,
  metaChunk: true,
  head: [['link', { rel: 'icon', href: '/docs/favicon.svg', type: 'image/svg+xml' }]],
  markdown: {
    html: false,
    theme: createCssVariablesTheme(),
    codeTransformers: [colourClasses],
    anchor: { slugify: anchorOf },
    config: printIndentedCode,
  },
  themeConfig: {
    logo: '/favicon.svg',
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: false,
  },
  vite: {
    plugins: [llms({ description, injectLLMHint: false, sidebar: wholePages(sidebar) })],
    logLevel: 'warn',
  },
}
