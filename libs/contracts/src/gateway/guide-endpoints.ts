import { openAccess } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import type { ErrorCode } from '../errors/codes.ts'
import { guideQuery, GuideResults } from './guide-results.ts'

/** The documentation as programs read it. */

export const searchGuide = defineEndpoint({
  operationId: 'search-guide',
  path: '/docs/search',
  access: openAccess,
  tag: 'Documentation',
  summary: 'Search the documentation',
  description:
    'Finds pages and sections of the guide by words. It costs nothing. Read a page whole with read-guide-page.',
  query: guideQuery,
  success: { status: 200, description: 'Search results, best first.', content: GuideResults },
})

/** The page to which the `docs` of every error leads, at the part that its code names. */
export const readErrorCodes = defineEndpoint({
  operationId: 'read-error-codes',
  path: '/docs/errors',
  access: openAccess,
  tag: 'Documentation',
  summary: 'Read the list of error codes and reasons',
  description: 'Returns every `code` and `reason` of an `Error`, what it means and what to do, as Markdown.',
  ignoresQuery: true,
  success: {
    status: 200,
    description: 'All error codes and reasons in Markdown.',
    content: { mediaType: 'text/markdown' },
  },
})

/** Address of what is documented of an error code. */
export function errorDocsUrl(publicUrl: string, code: ErrorCode): string {
  return `${publicUrl.replace(/\/+$/, '')}${readErrorCodes.path}#${code}`
}

export const readGuidePage = defineEndpoint({
  operationId: 'read-guide-page',
  path: '/docs/guide/:page',
  access: openAccess,
  tag: 'Documentation',
  summary: 'Read a page of the guide',
  description: 'Returns one page of the documentation as Markdown. Find pages with search-guide.',
  params: {
    page: { pattern: '^[a-z][a-z-]{0,40}$', description: 'Name of the page.' },
  },
  success: { status: 200, description: 'The page in Markdown.', content: { mediaType: 'text/markdown' } },
  refuses: ['not_found'],
})
