import {
  absent,
  defineEndpoint,
  openAccess,
  publicEndpoints,
  readErrorCodes,
  readGuidePage,
  searchGuide,
} from '@outturn/contracts'
import { htmlPage } from '@outturn/pages'
import { type Answer, type Call, json, type Route, serve } from '../../http/route.ts'
import { errorsPage } from '../../pages/docs/errors-page.ts'
import { guidePage, startPage } from '../../pages/docs/guide-page.ts'
import type { PageSite } from '../../pages/site.ts'
import { acceptedTypes } from '../../wire/media-types.ts'
import type { DocsSite } from './docs-site.ts'
import { type GuideIndex, indexGuide } from './guide-index.ts'
import { type GuidePages, readGuide } from './guide-pages.ts'

const showDocs = defineEndpoint({
  operationId: 'show-docs',
  path: '/docs',
  access: openAccess,
  summary: 'See the guide',
  isInternal: true,
  tag: 'Pages',
  ignoresQuery: true,
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
})

const readLlms = defineEndpoint({
  operationId: 'read-llms',
  path: '/llms.txt',
  access: openAccess,
  summary: 'Read what a language model needs to know of this service, and where the rest stands',
  isInternal: true,
  tag: 'Pages',
  ignoresQuery: true,
  success: { status: 200, description: 'The text.', content: { mediaType: 'text/plain' } },
})

const hourCached = { 'cache-control': 'public, max-age=3600' }
const pageHeaders = { ...hourCached, vary: 'accept', 'x-robots-tag': 'all' }

const readDocsFile = defineEndpoint({
  operationId: 'read-docs-file',
  path: '/docs/*',
  access: openAccess,
  summary: 'Read a page or a file of the documentation site',
  isInternal: true,
  isRateLimited: false,
  tag: 'Pages',
  ignoresQuery: true,
  success: { status: 200, description: 'The file.', content: { mediaType: 'text/html' } },
})

/**
 * The documentation, searched and page by page: HTML for a browser, Markdown for programs. Pages are those of the built site; without one,
 * those of the guide are rendered here.
 */
export function guideRoutes(site: PageSite, docs: DocsSite | null): readonly Route[] {
  let index: GuideIndex | undefined
  const shown = new Map<string, Answer>()
  /** Pages change with a release alone, so each is rendered once. */
  const show = (pages: GuidePages, name: string): Answer => {
    const known = shown.get(name)
    if (known !== undefined) return known
    const page = htmlPage(site, 200, guidePage(site, pages, name), pageHeaders)
    shown.set(name, page)
    return page
  }
  return [
    serve(searchGuide, async ({ query: { q } }) => {
      index ??= indexGuide(await readGuide(), publicEndpoints(site.slug))
      return json(200, { query: q, results: index(q) })
    }),
    serve(showDocs, async (call) => (await docs?.find(call, '')) ?? show(await readGuide(), startPage)),
    serve(readErrorCodes, async (call) => {
      const built = prefersHtml(call.headers) ? await docs?.find(call, 'errors') : undefined
      if (built !== undefined) return varied(built)
      if (prefersHtml(call.headers)) return htmlPage(site, 200, errorsPage(site), pageHeaders)
      return markdown((await readGuide()).get('errors') ?? '')
    }),
    serve(readLlms, async () => ({
      status: 200,
      body: llmsText(site, await readGuide()),
      contentType: 'text/plain; charset=utf-8',
      headers: hourCached,
    })),
    serve(readDocsFile, async (call) => {
      const path = call.params['*'] ?? ''
      const file =
        (await docs?.find(call, path)) ?? (path === '' ? show(await readGuide(), startPage) : undefined)
      if (file === undefined) throw absent('The documentation has no such page.')
      return file
    }),
    serve(readGuidePage, async (call) => {
      const { params, headers } = call
      const pages = await readGuide()
      const name = params['page'] ?? ''
      const text = pages.get(name)
      const isFile = text === undefined || prefersHtml(headers)
      const built = isFile ? await docs?.find(call, `guide/${name}`) : undefined
      if (built !== undefined) return varied(built)
      if (text === undefined) throw absent('The guide has no such page.')
      return prefersHtml(headers) ? show(pages, name) : markdown(text)
    }),
  ]
}

/** A page of which programs get the Markdown at the same address. */
function varied(answer: Answer): Answer {
  const by = answer.headers?.['vary']
  return { ...answer, headers: { ...answer.headers, vary: by === undefined ? 'accept' : `accept, ${by}` } }
}

/** Whether a browser asks; a program that takes anything gets Markdown. */
function prefersHtml({ accept }: Call['headers']): boolean {
  return acceptedTypes(accept as string | undefined, ['text/markdown', 'text/html'])[0] === 'text/html'
}

function markdown(text: string): Answer {
  const headers = { ...hourCached, vary: 'accept' }
  return { status: 200, body: text, contentType: 'text/markdown; charset=utf-8', headers }
}

/** The pages for a language model, as llmstxt.org has them: one line each, with the address of its Markdown. */
function llmsText({ name, publicUrl, keysUrl }: PageSite, pages: GuidePages): string {
  const lines = Array.from(pages, ([page, text]) => {
    const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? page
    return `- [${title}](${publicUrl}/docs/guide/${page})`
  })
  return `# ${name}

> Checks delivered work against what was agreed, computes what it earned, and signs a receipt that anyone can verify offline.

The API is described at ${publicUrl}/openapi.json. The sandbox needs no account: POST ${publicUrl}/api/sandbox/session answers with a token.
Tools for agents are served over the Model Context Protocol at ${publicUrl}/api/mcp. The keys that receipts are signed with are at
${publicUrl}${keysUrl}.

## Guide

${lines.join('\n')}

## Search

- [Search the guide, the error codes and the operations](${publicUrl}/docs/search?q=receipt)
`
}
