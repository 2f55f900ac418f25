// The load generator, a process of its own so that its CPU is no one else's. It takes one order at a time over IPC.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeptAnswer, Load, LoadOrder, PreparedRequest } from './load.ts'

interface Answer {
  status: number
  /** Seconds after which a refused request may be sent again; null where it may not. */
  retryAfter: number | null
  etag: string
  /** Empty when no one wants it. */
  text: string
}

interface Sending {
  agent: Agent
  isWanted(status: number): boolean
  /** Address that the request comes from; undefined for any. */
  localAddress: string | undefined
}

/**
 * Requests that arrive by themselves are those of independent callers, and no address of theirs has more connections than one may have. Only
 * Linux has more addresses of loopback than one without asking for them.
 */
const callerAddresses =
  process.platform === 'linux' ? Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 2}`) : []

/** How long a request that is refused for now is sent again, ms. */
const longestRepeatMs = 60_000

type ReadyRequest = Omit<PreparedRequest, 'body'> & { body: Buffer | undefined }

function send(
  { url, method, headers, body }: ReadyRequest,
  { agent, isWanted, localAddress }: Sending,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { agent, method, headers, localAddress }, (response) => {
      const { statusCode: status = 0, headers: answered } = response
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        if (isWanted(status)) chunks.push(chunk)
      })
      response.on('end', () => {
        resolve({
          status,
          retryAfter: answered['retry-after'] === undefined ? null : Number(answered['retry-after']),
          etag: answered.etag ?? '',
          text: Buffer.concat(chunks).toString(),
        })
      })
      response.on('error', reject)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

/** Sends again what is refused for now, after the time that the answer names, as the same request. */
async function sendUntilTaken(ready: ReadyRequest, sending: Sending): Promise<Answer> {
  const giveUpAt = performance.now() + longestRepeatMs
  const keyed = { ...ready, headers: { ...ready.headers, 'idempotency-key': randomUUID() } }
  for (;;) {
    const answer = await send(keyed, sending)
    if (answer.retryAfter === null || performance.now() > giveUpAt) return answer
    await sleep(answer.retryAfter * 1_000)
  }
}

function prepared({ headers, body: text, ...rest }: PreparedRequest): ReadyRequest {
  if (text === undefined) return { ...rest, headers, body: undefined }
  const body = Buffer.from(text)
  const described = { 'content-type': 'application/json', 'content-length': String(body.length) }
  return { ...rest, headers: { ...headers, ...described }, body }
}

/** Sends what the order asks for, and waits for the last answers: none is cut off. */
async function generate(order: LoadOrder): Promise<Load> {
  const requests = order.requests.map(prepared)
  const { inFlight, arrivalsPerS, durationMs, success, keepsAnswers = false, repeats = false } = order
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight })
  const sending = { agent, isWanted: (status: number) => keepsAnswers || status !== success }
  const answers = new Map<number, KeptAnswer>()
  const startedAt = performance.now()
  const load: Load = { latenciesMs: [], elapsedMs: 0, failures: 0, answers: [] }
  let sent = 0
  const next = () => {
    const isOver = sent >= requests.length && performance.now() - startedAt >= durationMs
    return isOver ? undefined : requests[sent % requests.length]
  }
  const exchange = async (ready: ReadyRequest, dueAt = performance.now()) => {
    const turn = sent
    sent += 1
    const localAddress =
      arrivalsPerS === undefined ? undefined : callerAddresses[turn % callerAddresses.length]
    const ask = repeats ? sendUntilTaken : send
    const { status, etag, text } = await ask(ready, { ...sending, localAddress })
    if (status === success) {
      load.latenciesMs.push(performance.now() - dueAt)
      if (keepsAnswers) answers.set(turn, { text, etag })
    } else {
      load.failures += 1
      load.firstFailure ??= `${status} ${text}`
    }
  }
  const lane = async () => {
    for (let ready = next(); ready !== undefined; ready = next()) await exchange(ready)
  }
  if (arrivalsPerS === undefined) await Promise.all(Array.from({ length: inFlight }, lane))
  else await arrive({ arrivalsPerS, inFlight, durationMs, requests, exchange, load })
  load.elapsedMs = performance.now() - startedAt
  load.answers = [...answers].toSorted(([a], [b]) => a - b).map(([, answer]) => answer)
  agent.destroy()
  return load
}

type Arrivals = {
  arrivalsPerS: number
  inFlight: number
  durationMs: number
  requests: ReadyRequest[]
  exchange(ready: ReadyRequest, dueAt: number): Promise<void>
  load: Load
}

/** Begins requests at the times of a Poisson process; one that finds too many under way fails unsent. */
async function arrive({
  arrivalsPerS,
  inFlight,
  durationMs,
  requests,
  exchange,
  load,
}: Arrivals): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const startedAt = performance.now()
  let dueAt = startedAt
  for (let turn = 0; dueAt - startedAt < durationMs; turn += 1) {
    const waitMs = dueAt - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    if (underWay.size < inFlight) {
      const sending = exchange(requests[turn % requests.length] as ReadyRequest, dueAt).finally(() =>
        underWay.delete(sending),
      )
      underWay.add(sending)
    } else {
      load.failures += 1
      load.firstFailure ??= `${inFlight} requests were under way already`
    }
    dueAt += (-Math.log(1 - Math.random()) * 1_000) / arrivalsPerS
  }
  await Promise.all(underWay)
}

process.on('message', (order: LoadOrder) => {
  generate(order).then(
    (load) => process.send?.({ load }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())
