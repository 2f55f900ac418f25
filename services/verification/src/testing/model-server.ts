import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'

/** What a server of models was sent. */
export type AskedModel = {
  readonly authorization: string | undefined
  readonly path: string | undefined
  readonly body: {
    readonly model: string
    readonly temperature: number
    readonly messages: readonly { readonly role: string; readonly content: string }[]
    readonly response_format: { readonly type: string }
  }
}

/** The claim and the evidence in a question, as a model reads them. */
export type ReadQuestion = {
  readonly claim: string
  readonly evidence: readonly { readonly evidence_id: string; readonly text: string }[]
}

/** What a server answers; undefined leaves the request without an answer. */
export type ModelAnswer =
  | {
      readonly status: number
      /** A stream is sent as it comes, and may have no end. */
      readonly body: string | Readable
      readonly headers?: Readonly<Record<string, string>>
    }
  | undefined

/** Speaks the chat completions protocol on a free port of the loopback, with answers of the test's choice. */
export async function startModelServer<Question = ReadQuestion>(answer: (question: Question) => ModelAnswer) {
  const asked: AskedModel[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as AskedModel['body']
      asked.push({ authorization: request.headers.authorization, path: request.url, body })
      const given = answer(JSON.parse(body.messages.at(-1)?.content ?? '') as Question)
      if (given === undefined) return
      const headers = { 'content-type': 'application/json', ...given.headers }
      response.writeHead(given.status, headers)
      if (typeof given.body === 'string') response.end(given.body)
      else given.body.pipe(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A completion whose content is this opinion. */
export function completion(opinion: unknown, model = 'example-model-2026-01-01'): ModelAnswer {
  const content = typeof opinion === 'string' ? opinion : JSON.stringify(opinion)
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }]
  return { status: 200, body: JSON.stringify({ id: 'c1', object: 'chat.completion', model, choices }) }
}
