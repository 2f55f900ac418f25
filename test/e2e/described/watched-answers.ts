import { inject } from 'vitest'
import { readSystem } from '../api.ts'
import { type AnswerCheck, answerCheck } from './answer-check.ts'

// Once in a process, however many files of tests it runs.
const { base_url: baseUrl } = readSystem(inject('system'))
const send = globalThis.fetch
const pending: Promise<string | null>[] = []
let check: Promise<AnswerCheck> | undefined

globalThis.fetch = async (input, init) => {
  const response = await send(input, init)
  const url = new URL(input instanceof Request ? input.url : input)
  if (url.origin === baseUrl) {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    pending.push(describedOf(method, url, response.clone()))
  }
  return response
}

async function describedOf(method: string, url: URL, response: Response): Promise<string | null> {
  check ??= send(`${baseUrl}/openapi.json`)
    .then((answer) => answer.json())
    .then((document) => answerCheck(document, baseUrl))
  const text = await response.text()
  const { status, headers } = response
  const isSummary = url.searchParams.get('view') === 'summary'
  const contentType = headers.get('content-type')
  return (await check)({ method, path: url.pathname, isSummary, status, contentType, text })
}

/** Throws for every answer since the last call that was not as described. */
export async function failOnMistakes(): Promise<void> {
  const mistakes = (await Promise.allSettled(pending.splice(0))).flatMap((each) =>
    // A body whose reading was given up is no answer.
    each.status === 'fulfilled' && each.value !== null ? [each.value] : [],
  )
  if (mistakes.length > 0) throw new Error(`not as /openapi.json says:\n${[...new Set(mistakes)].join('\n')}`)
}
