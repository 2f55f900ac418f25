import { once } from 'node:events'
import { connect } from 'node:net'

/** A stream of a test on a server without users. */
export interface StoredMessages extends AsyncDisposable {
  /** Whether a message of so many bytes was stored. */
  store(bytes: number): Promise<boolean>
}

const replyTimeoutMs = 1_500

/** Speaks the protocol of NATS itself: only the messaging library may use its client, and this one must not reconnect. */
export async function openStream(url: string): Promise<StoredMessages> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
    if (text.includes('PING\r\n')) socket.write('PONG\r\n')
  })
  socket.on('error', () => {})
  socket.write('CONNECT {"verbose":false}\r\nSUB answers 1\r\n')

  async function request(subject: string, body: string): Promise<string | null> {
    received = ''
    socket.write(`PUB ${subject} answers ${Buffer.byteLength(body)}\r\n${body}\r\n`)
    const giveUpAt = Date.now() + replyTimeoutMs
    while (Date.now() < giveUpAt) {
      const answer = /MSG answers 1 \d+\r\n(.*)\r\n/.exec(received)?.[1]
      if (answer !== undefined) return answer
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return null
  }

  await request('$JS.API.STREAM.CREATE.TEST', JSON.stringify({ name: 'TEST', subjects: ['test'] }))
  return {
    async store(bytes) {
      return (await request('test', 'x'.repeat(bytes)))?.includes('"seq"') ?? false
    },
    async [Symbol.asyncDispose]() {
      socket.destroy()
    },
  }
}
