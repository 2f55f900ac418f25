// The load generator, a process of its own so that its CPU is nobody else's. It takes one order at a time over IPC.
import { Agent, request } from 'node:http'
import type { Load, LoadOrder } from './load.ts'

interface Answer {
  status: number
  ms: number
  /** Empty when the answer was 201. */
  text: string
}

function send(order: LoadOrder, agent: Agent, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now()
    const headers = {
      ...order.headers,
      'content-type': 'application/json',
      'content-length': body.length,
    }
    const sending = request(order.url, { agent, method: 'POST', headers }, (response) => {
      const status = response.statusCode ?? 0
      let text = ''
      response.on('data', (chunk: Buffer) => {
        if (status !== 201) text += chunk.toString()
      })
      response.on('end', () => resolve({ status, ms: performance.now() - sentAt, text }))
      response.on('error', reject)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

/** Keeps `inFlight` requests under way, and waits for the last ones: none is cut off. */
async function generate(order: LoadOrder): Promise<Load> {
  const body = Buffer.from(order.body)
  const agent = new Agent({ keepAlive: true, maxSockets: order.inFlight })
  const startedAt = performance.now()
  const load: Load = { latenciesMs: [], elapsedMs: 0, failures: 0 }
  const lane = async () => {
    do {
      const { status, ms, text } = await send(order, agent, body)
      if (status === 201) {
        load.latenciesMs.push(ms)
      } else {
        load.failures += 1
        load.firstFailure ??= `${status} ${text}`
      }
    } while (performance.now() - startedAt < order.durationMs)
  }
  await Promise.all(Array.from({ length: order.inFlight }, lane))
  load.elapsedMs = performance.now() - startedAt
  agent.destroy()
  return load
}

process.on('message', (order: LoadOrder) => {
  generate(order).then(
    (load) => process.send?.({ load }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())
