import { posix } from 'node:path'
import { addressOf, sourcePages } from './site-pages.ts'

const addressOfFile = new Map(sourcePages.map(({ file, place }) => [file, addressOf(place)]))

/** The front page of the repository has its commands on these pages of the site. */
addressOfFile.set('README.md', '/')

/**
 * The Markdown of a file with its links as the site has them. A link to a file that the site does not have, such as a source file, keeps its
 * words alone. Links within code stay.
 */
export function linkedForSite(file: string, markdown: string): string {
  return outsideCode(markdown, (text) =>
    text.replaceAll(/\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g, (link, words: string, href: string) => {
      if (/^[a-z]+:|^#/.test(href)) return link
      const [path = '', anchor] = href.split('#')
      const address = addressOfFile.get(posix.normalize(posix.join(posix.dirname(file), path)))
      if (address === undefined) return words
      return `[${words}](${address}${anchor === undefined || address === '/' ? '' : `#${anchor}`})`
    }),
  )
}

/** Changes what is not in a fenced or indented block of code. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/(^```[\s\S]*?^```$|(?<=^\n)(?: {4}.*\n)+)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

/** What Vue would read as an expression when the site is built, and fail: braces in prose, where code has been taken out. */
export function expressionsIn(markdown: string): readonly string[] {
  const found: string[] = []
  outsideCode(markdown, (text) => {
    for (const [expression] of text.replaceAll(/(`+)[^`]+\1/g, '').matchAll(/\{\{[^\n]*/g))
      found.push(expression)
    return text
  })
  return found
}
