import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'

/** A home that is taken: by this process, or by the process with this id, `unknown` where it does not say. */
export type HomeLock = { readonly release: () => Promise<void> } | { readonly owner: string }

const answerMs = 2_000

/**
 * Takes a home for this process. The lock is a socket without a file, which ends with its process however that ends, so that no lock is left
 * behind and two starts at one moment cannot both have it. Processes of another network namespace, such as those of a container, do not
 * see it. Null where the system has no such sockets.
 */
export async function lockHome(path: string): Promise<HomeLock | null> {
  if (process.platform !== 'linux') return null
  // One name however the path is written.
  const name = createHash('sha256').update(realpathSync(path)).digest('hex')
  const address = `\0outturn-home-${name}`
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(String(process.pid))
  })
  try {
    await listen(server, address)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return { owner: await ownerAt(address) }
  }
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
}

/** The process id that the holder of a lock says. */
function ownerAt(address: string): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(address)
    const finish = () => {
      socket.destroy()
      resolve(/^\d+$/.test(said) ? said : 'unknown')
    }
    socket.setTimeout(answerMs, finish)
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    socket.on('close', finish)
    socket.on('error', finish)
  })
}
