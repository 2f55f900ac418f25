import { htmlPage, type Site } from '@outturn/pages'
import { readJson } from '@outturn/canonical'
import { Refusal, SharedSpool, shareParams, showSharedSpool } from '@outturn/contracts'
import { type Answer, type Call, serve, json, type Route } from '../../http/route.ts'
import { errorPage } from '../../pages/error-page.ts'
import { sharedSpoolPage } from '../../pages/spool/shared-spool-page.ts'
import { acceptedTypes } from '../../wire/media-types.ts'
import { pathParameter } from '../../wire/path-parameter.ts'
import { readShared } from './read-spool.ts'

const headers = { vary: 'accept' }

/** What a share link shows: a page for people, JSON for programs that ask for it. */
export function sharedSpoolRoute(site: Site): Route {
  return serve(showSharedSpool, async (call) => {
    const accept = call.headers['accept'] as string | undefined
    const [type] = acceptedTypes(accept, ['text/html', 'application/json'])
    if (type === undefined) {
      throw new Refusal('not_acceptable', 'The answer is HTML or JSON, which the Accept header leaves out.', {
        remediation: 'Send Accept: text/html or application/json.',
      })
    }
    if (type === 'application/json') return json(200, (await sharedBytes(call)).bytes, headers)
    return page(call, site)
  })
}

async function page(call: Call, site: Site): Promise<Answer> {
  try {
    const { bytes } = await sharedBytes(call)
    const spool = SharedSpool.parse(readJson(Buffer.from(bytes).toString()))
    return htmlPage(site, 200, sharedSpoolPage(spool, site), headers)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return errorPage(site, { refusal: error, thing: 'Spool', requestId: call.requestId, now: call.now })
  }
}

/** A link is read without an account: the key of a caller makes no difference to what it shows. */
async function sharedBytes(call: Call): Promise<{ bytes: Uint8Array }> {
  return readShared(call, pathParameter('share_id', shareParams.share_id, call.params))
}
