import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
  type Socket,
} from 'node:net'
import type { ResolveAddresses } from '../fetcher/guard/resolver.ts'

/** The one loopback address that the lab's rules let through; it plays the public internet. */
export const outside = '127.0.0.2'
/** The loopback address that nothing may reach; it plays a host inside the network. */
export const inside = '127.0.0.1'

/** Two servers on one port: `outside` may be observed, and every connection to `inside` is counted. */
export type LoopbackLab = {
  readonly port: number
  readonly requests: readonly IncomingMessage[]
  readonly canaryHits: () => number
  readonly url: (host: string, path?: string) => string
  readonly stop: () => Promise<void>
}

function listen(server: Server | TcpServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

export async function startLoopbackLab(answer: RequestListener): Promise<LoopbackLab> {
  const requests: IncomingMessage[] = []
  const openSockets = new Set<Socket>()
  let hits = 0
  const remember = (socket: Socket) => {
    openSockets.add(socket)
    socket.on('error', () => {}).on('close', () => openSockets.delete(socket))
  }
  const canary = (): TcpServer =>
    createTcpServer((socket) => {
      hits += 1
      remember(socket)
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  }).on('connection', remember)
  const port = await listen(server, outside, 0)
  const canaries: TcpServer[] = []
  for (const host of [inside, '127.0.0.3', '::1']) {
    const listener = canary()
    // A machine without IPv6 has no ::1 to guard.
    const isListening = await listen(listener, host, port).then(
      () => true,
      () => false,
    )
    if (isListening) canaries.push(listener)
  }
  return {
    port,
    requests,
    canaryHits: () => hits,
    url: (host, path = '/') => `http://${host}:${port}${path}`,
    stop: async () => {
      for (const socket of openSockets) socket.destroy()
      for (const listener of [server, ...canaries]) {
        await new Promise((resolve) => listener.close(resolve))
      }
    },
  }
}

/** A name server whose every name has a list of answers; each question takes the next, the last one for good. */
export function scriptedResolver(answers: Readonly<Record<string, readonly (readonly string[])[]>>): {
  resolve: ResolveAddresses
  questions: string[]
} {
  const questions: string[] = []
  return {
    questions,
    resolve: async (hostname) => {
      const asked = questions.filter((question) => question === hostname).length
      questions.push(hostname)
      const script = answers[hostname] ?? []
      return script[Math.min(asked, script.length - 1)] ?? []
    },
  }
}
