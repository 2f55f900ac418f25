import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Asks JetStream something and returns what it answers, as the user who makes the streams. */
export type AskJetStream = (subject: string, body: object) => Promise<Record<string, unknown>>

const replyTimeoutMs = 5_000

/** Speaks the protocol of NATS itself: only the messaging library may use its client. */
export async function withJetStream(
  { url, password }: { url: string; password: string },
  use: (ask: AskJetStream) => Promise<void>,
): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
    if (text.includes('PING\r\n')) socket.write('PONG\r\n')
  })
  const inbox = '_INBOX_deploy.drill'
  socket.write(
    `CONNECT ${JSON.stringify({ verbose: false, user: 'deploy', pass: password })}\r\nSUB ${inbox} 1\r\n`,
  )
  try {
    await use(async (subject, body) => {
      received = ''
      const text = JSON.stringify(body)
      socket.write(`PUB $JS.API.${subject} ${inbox} ${Buffer.byteLength(text)}\r\n${text}\r\n`)
      const giveUpAt = Date.now() + replyTimeoutMs
      while (Date.now() < giveUpAt) {
        const answer = /MSG \S+ 1 \d+\r\n(.*)\r\n/.exec(received)?.[1]
        if (answer !== undefined) return JSON.parse(answer) as Record<string, unknown>
        await pause(10)
      }
      throw new Error(`JetStream does not answer ${subject}: ${received}`)
    })
  } finally {
    socket.destroy()
  }
}
