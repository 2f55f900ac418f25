import { openAccess } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { guideQuery, GuideResults } from './guide-results.ts'

/** The documentation as programs read it. */

export const searchGuide = defineEndpoint({
  operationId: 'search-guide',
  path: '/docs/search',
  access: openAccess,
  summary: 'Search the guide, the error codes and the operations',
  query: guideQuery,
  success: { status: 200, description: 'What fits, best first.', content: GuideResults },
})

export const readGuidePage = defineEndpoint({
  operationId: 'read-guide-page',
  path: '/docs/guide/:page',
  access: openAccess,
  summary: 'Read a page of the guide',
  params: {
    page: { pattern: '^[a-z][a-z-]{0,40}$', description: 'Name of the page, such as conditions.' },
  },
  success: { status: 200, description: 'The page in Markdown.', content: { mediaType: 'text/markdown' } },
  refuses: ['not_found'],
})
