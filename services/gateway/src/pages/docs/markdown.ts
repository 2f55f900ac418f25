import { codeBlock, html, table, visibleText } from '@outturn/pages'
import { Lexer, type Token, type Tokens } from 'marked'
import type { ComponentChildren } from 'preact'

/** A heading of a page, as a list of contents shows it. */
export type Heading = { readonly id: string; readonly title: string; readonly depth: number }

export type MarkdownPage = {
  readonly title: string
  readonly headings: readonly Heading[]
  readonly content: ComponentChildren
}

/**
 * A page of Markdown as elements of the kit. HTML in it is left out, so that what is rendered is what the kit makes. `linkTo` says where
 * a link of the page leads on this site; null where nothing of it is served.
 */
export function renderMarkdown(markdown: string, linkTo: (href: string) => string | null): MarkdownPage {
  const tokens = Lexer.lex(markdown)
  const anchors = new Map<string, number>()
  const headings: Heading[] = []
  const render: Rendering = { linkTo, anchorOf: (text) => uniqueAnchor(anchors, text), headings }
  const content = tokens.map((token) => block(token, render))
  return { title: headings.find(({ depth }) => depth === 1)?.title ?? 'Guide', headings, content }
}

type Rendering = {
  readonly linkTo: (href: string) => string | null
  readonly anchorOf: (text: string) => string
  readonly headings: Heading[]
}

/** The anchor of a heading as GitHub makes it, so that links between the files work here, too. */
function uniqueAnchor(anchors: Map<string, number>, text: string): string {
  const base = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
  const used = anchors.get(base) ?? 0
  anchors.set(base, used + 1)
  return used === 0 ? base : `${base}-${used}`
}

function block(token: Token, render: Rendering): ComponentChildren {
  switch (token.type) {
    case 'heading':
      return heading(token as Tokens.Heading, render)
    case 'paragraph':
      return html`<p>${inline((token as Tokens.Paragraph).tokens, render)}</p>`
    case 'text':
      return inline((token as Tokens.Text).tokens ?? [token], render)
    case 'code':
      return codeBlock(languageName((token as Tokens.Code).lang), (token as Tokens.Code).text)
    case 'list':
      return list(token as Tokens.List, render)
    case 'blockquote':
      return html`<blockquote>${(token as Tokens.Blockquote).tokens.map((each) => block(each, render))}</blockquote>`
    case 'table':
      return tableOf(token as Tokens.Table, render)
    case 'hr':
      return html`<hr />`
    default:
      return null
  }
}

const languages: Readonly<Record<string, string>> = {
  sh: 'Terminal',
  json: 'JSON',
  text: 'Output',
  ts: 'TypeScript',
  python: 'Python',
}

function languageName(language: string | undefined): string {
  return languages[language ?? ''] ?? 'Text'
}

function heading({ depth, text, tokens }: Tokens.Heading, render: Rendering): ComponentChildren {
  const id = render.anchorOf(text)
  render.headings.push({ id, title: plainText(tokens), depth })
  const content = inline(tokens, render)
  if (depth === 1) return html`<h1 id=${id}>${content}</h1>`
  return depth === 2 ? html`<h2 id=${id}>${content}</h2>` : html`<h3 id=${id}>${content}</h3>`
}

function list({ ordered, items }: Tokens.List, render: Rendering): ComponentChildren {
  const content = items.map(({ tokens }) => html`<li>${tokens.map((each) => block(each, render))}</li>`)
  return ordered ? html`<ol>${content}</ol>` : html`<ul>${content}</ul>`
}

function tableOf({ header, rows }: Tokens.Table, render: Rendering): ComponentChildren {
  const columns = header.map(({ tokens }) => plainText(tokens))
  const cells = rows.map((row) => row.map(({ tokens }) => inline(tokens, render)))
  return html`<div class="scroll">${table(columns.filter((name) => name !== '').join(', '), columns, cells, { isCaptionShown: false })}</div>`
}

function inline(tokens: readonly Token[], render: Rendering): ComponentChildren {
  return tokens.map((token) => inlineOne(token, render))
}

function inlineOne(token: Token, render: Rendering): ComponentChildren {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inline((token as Tokens.Strong).tokens, render)}</strong>`
    case 'em':
      return html`<em>${inline((token as Tokens.Em).tokens, render)}</em>`
    case 'codespan':
      return html`<code>${(token as Tokens.Codespan).text}</code>`
    case 'link':
      return link(token as Tokens.Link, render)
    case 'br':
      return html`<br />`
    case 'text':
    case 'escape':
      return plain(token as Tokens.Text, render)
    default:
      return null
  }
}

function plain({ text, tokens }: Tokens.Text, render: Rendering): ComponentChildren {
  return tokens === undefined ? visibleText(text) : inline(tokens, render)
}

/** A link that leads nowhere on this site keeps its words. */
function link({ href, tokens }: Tokens.Link, render: Rendering): ComponentChildren {
  const content = inline(tokens, render)
  const target = render.linkTo(href)
  return target === null ? content : html`<a href=${target}>${content}</a>`
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens !== undefined ? plainText(token.tokens) : (token as Tokens.Text).text,
    )
    .join('')
}
