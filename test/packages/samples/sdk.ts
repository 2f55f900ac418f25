import { OutturnUnreachable, type Spool, createClient, isRefused } from '@outturn/sdk'

const baseUrl = 'http://127.0.0.1:9'
const apiKey = 'spk_live_sample'

/** Nothing listens there: the client loads, makes a request and says that it got no answer. */
async function withoutAnswer(): Promise<boolean> {
  const client = createClient({ baseUrl, apiKey })
  const error: unknown = await client.usage.get({ deadlineMs: 500 }).catch((thrown: unknown) => thrown)
  return error instanceof OutturnUnreachable
}

/** Answers by a `fetch` of the program: a page, a read with its headers, a refusal and a file. */
async function withAnswers(): Promise<boolean> {
  const sent: (string | undefined)[] = []
  const client = createClient({
    baseUrl,
    apiKey,
    fetch: async (address, init) => {
      sent.push(typeof init?.body === 'string' ? init.body : undefined)
      const { url } = new Request(address)
      const isRefusal = url.endsWith('/cancel')
      const refusal = { error: 'No.', code: 'invalid_state', retryable: false, remediation: 'Read it.' }
      const answer = isRefusal
        ? refusal
        : { id: 'spl_1', data: [{ id: 'spl_1' }], has_more: false, next_cursor: null }
      const headers = { 'content-type': 'application/json', etag: '"1"' }
      return new Response(JSON.stringify(answer), { status: isRefusal ? 409 : 200, headers })
    },
  })
  const ids: Spool['id'][] = []
  for await (const { id } of client.spools.list({ limit: 1 })) ids.push(id)
  const { data, etag } = await client.spools.get('spl_1').withResponse()
  const error: unknown = await client.spools.cancel('spl_1').catch((thrown: unknown) => thrown)
  const file = new Blob(['email\nana@example.com\n'], { type: 'text/csv' })
  await client.spools.submitEvidence('spl_1', { condition_id: 'cond_1', file, source: 'export' })
  const isHash = isRefused(error, 'invalid_state') && error.body.agreement_hash === undefined
  return ids[0] === data.id && etag === '"1"' && isHash && sent.at(-1)?.includes('content_base64') === true
}

async function main(): Promise<string> {
  const results = [await withoutAnswer(), await withAnswers()]
  return results.every(Boolean) ? 'ok' : `wrong: ${results.join()}`
}

void main().then(console.log)
