import { canonicalJson, digestOf } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { createSemaphore } from '@outturn/concurrency'
import type { Log } from '@outturn/service'
import { type OpenPolicy, rewriteRequest } from '../domain/policies/rewrite-request.ts'

/** Asks a model for sentences in place of open clauses. Undefined where it did not answer in time, or too much. */
export type AskPolicyModel = (
  policy: OpenPolicy,
  asked: {
    accountId: string
    /** Epoch ms; the time limit of the model counts too. */
    deadline: number
  },
) => Promise<unknown>

/** The model that a deployment was given for policies. */
export type PolicyModel = { readonly name: string; readonly ask: AskPolicyModel }

export type PolicyModelOptions = {
  /** Base address of an OpenAI-compatible interface. Nothing is sent to any other. */
  readonly url: string
  readonly name: string
  readonly apiKey: string | undefined
  readonly timeoutMs?: number
  /** Questions of one account under way at once. */
  readonly questionsPerAccount?: number
  readonly log: Log
  readonly countAnswer: (end: 'answered' | 'failed') => void
}

/** The longest answer that is read, in bytes. */
const maxAnswerBytes = 65_536

/** The time that is left to the answer of the compile itself, when its caller does not wait long. */
const reserveMs = 500

export function createPolicyModel(options: PolicyModelOptions): PolicyModel {
  const { url, name, apiKey, timeoutMs = 5_000, questionsPerAccount = 1, log, countAnswer } = options
  const questions = createSemaphore({ limitPerKey: questionsPerAccount })
  const address = `${url.replace(/\/+$/, '')}/chat/completions`

  async function post(body: string, signal: AbortSignal): Promise<unknown> {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body,
      // The text goes where the configuration says and nowhere else.
      redirect: 'error',
      signal,
    })
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel()
      throw new Error(`it answered ${response.status}`)
    }
    return JSON.parse(await textWithin(response.body, maxAnswerBytes)) as unknown
  }

  const ask: AskPolicyModel = async (policy, { accountId, deadline }) => {
    const body = canonicalJson(rewriteRequest(policy, name))
    const digest = `sha256:${digestOf(body, nodeSha256)}`
    const timeMs = Math.min(timeoutMs, deadline - Date.now() - reserveMs)
    try {
      if (timeMs <= 0) throw new Error('its caller does not wait long enough')
      const signal = AbortSignal.timeout(timeMs)
      const answer = await questions.run(() => post(body, signal), { key: accountId, signal })
      countAnswer('answered')
      log.info({ model: name, digest }, 'a model answered for a policy')
      return answer
    } catch (error) {
      // The message of a failed request may repeat what was sent, so only its kind is logged.
      countAnswer('failed')
      log.warn({ model: name, digest, error: (error as Error).name }, 'a model did not answer for a policy')
      return undefined
    }
  }
  return { name, ask }
}

/** Reads a body to its end; what is longer is let go. */
async function textWithin(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new RangeError('the answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
