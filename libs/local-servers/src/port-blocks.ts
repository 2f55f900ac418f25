import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** How many ports, one after another, a process claims at once. */
export const blockSize = 32

/**
 * Hands out ports of blocks that this process alone claims, each port once. A port is chosen seconds before its server
 * listens on it, and another process that chooses one meanwhile chooses from blocks of its own.
 */
export class PortBlocks {
  readonly #unclaimed: number[]
  #next = 0
  #end = 0
  #claiming: Promise<boolean> | undefined

  /** `ports`: those that may be handed out, ascending. */
  constructor(ports: readonly number[]) {
    const known = new Set(ports)
    this.#unclaimed = ports.filter((port) => port % blockSize === 0 && known.has(port + blockSize - 1))
  }

  /** The next port; undefined when every block is claimed. */
  async next(): Promise<number | undefined> {
    while (this.#next === this.#end) {
      this.#claiming ??= this.#claim().finally(() => {
        this.#claiming = undefined
      })
      if (!(await this.#claiming)) return undefined
    }
    const port = this.#next
    this.#next += 1
    return port
  }

  async #claim(): Promise<boolean> {
    while (this.#unclaimed.length > 0) {
      const at = Math.floor(Math.random() * this.#unclaimed.length)
      const [first] = this.#unclaimed.splice(at, 1)
      if (first !== undefined && (await holds(first))) {
        this.#next = first
        this.#end = first + blockSize
        return true
      }
    }
    return false
  }
}

/** Claims a block by its first UDP port, which the kernel takes back however this process ends. */
async function holds(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  try {
    socket.bind({ port, address: '127.0.0.1', exclusive: true })
    await once(socket, 'listening')
    return true
  } catch {
    socket.close()
    return false
  }
}
