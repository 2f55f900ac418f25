import { defineEndpoint, openAccess } from '@outturn/contracts'
import { type Route, serve } from '../../http/route.ts'
import { readBuildTime } from '../../pages/build-time.ts'
import { type SiteFile, siteFiles } from '../../pages/site-files.ts'
import type { PageSite } from '../../pages/site.ts'

/** The files that browsers, crawlers, programs and security researchers look for at addresses of their own. */
export function siteFileRoutes(site: PageSite, securityContact: string): readonly Route[] {
  return siteFiles(site, securityContact, readBuildTime(new Date())).map(fileRoute)
}

function fileRoute({ path, operationId, contentType, bytes, cacheSeconds }: SiteFile): Route {
  const endpoint = defineEndpoint({
    operationId,
    path,
    access: openAccess,
    tag: 'Pages',
    summary: `Read ${path}`,
    isInternal: true,
    isRateLimited: false,
    ignoresQuery: true,
    success: { status: 200, description: 'The file.', content: { mediaType: contentType } },
  })
  return serve(endpoint, async () => ({
    status: 200,
    body: await bytes(),
    contentType,
    headers: { 'cache-control': `public, max-age=${cacheSeconds}` },
  }))
}
