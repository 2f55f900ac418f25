import { absent, publicEndpoints, readErrorCodes, readGuidePage, searchGuide } from '@outturn/contracts'
import { type Answer, json, type Route, serve } from '../../http/route.ts'
import { type GuideIndex, indexGuide } from './guide-index.ts'
import { readGuide } from './guide-pages.ts'

/** The documentation, searched and page by page. `slug` is the name of the service. */
export function guideRoutes(slug: string): readonly Route[] {
  let index: GuideIndex | undefined
  return [
    serve(searchGuide, async ({ query: { q } }) => {
      index ??= indexGuide(await readGuide(), publicEndpoints(slug))
      return json(200, { query: q, results: index(q) })
    }),
    serve(readErrorCodes, async () => markdown((await readGuide()).get('errors') ?? '')),
    serve(readGuidePage, async ({ params }) => {
      const page = (await readGuide()).get(params['page'] ?? '')
      if (page === undefined) throw absent('The guide has no such page.')
      return markdown(page)
    }),
  ]
}

function markdown(text: string): Answer {
  return { status: 200, body: text, contentType: 'text/markdown; charset=utf-8' }
}
